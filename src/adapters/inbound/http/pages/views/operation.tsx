import type { ErrorResponse, Operation, Parameter, RequestBody, SuccessResponse } from './api-reference.js';
import { Copied } from './copied.js';
import { MarkdownText } from './markdown.js';
import type { PageProps } from './page.js';
import { samplesOf, type Samples } from './samples.js';
import { Examples, SchemaText } from './schema.js';
import { Cell, Row, Table } from './table.js';

/** The documentation page has one section for each operation of the API. */
interface OperationProps extends PageProps {
  readonly operation: Operation;
  readonly baseUrl: string;
}

/** Shows the parameters and responses of the operation, programs that call it, and a form to try it. */
export function OperationSection({ page, operation, baseUrl }: OperationProps) {
  const { id, method, path, summary, description, isDeprecated, requestBody } = operation;
  return (
    <section class="operation" aria-labelledby={id}>
      <h2 id={id}>
        {summary}
        {isDeprecated && (
          <>
            {' '}
            <span class="state">deprecated</span>
          </>
        )}
      </h2>
      <p class="request">
        <code>
          {method} {path}
        </code>
      </p>
      <MarkdownText tokens={description} />
      <Parameters of={id} parameters={operation.parameters} />
      {requestBody && (
        <>
          <h3>Request body</h3>
          <Body {...requestBody} />
        </>
      )}
      {operation.successes.map((response) => (
        <Success {...response} />
      ))}
      <Errors of={id} errors={operation.errors} />
      <SamplePrograms of={id} samples={samplesOf(operation, baseUrl)} />
      <TryForm page={page} operation={operation} />
    </section>
  );
}

interface ParametersProps {
  readonly of: string;
  readonly parameters: readonly Parameter[];
}

function Parameters({ of, parameters }: ParametersProps) {
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>Parameters</h3>
      <Table label={`Parameters of ${of}`} columns={['Name', 'Type', 'Description']} class="rows prose">
        {parameters.map((parameter) => (
          <Row name={<ParameterName {...parameter} />}>
            <Cell>
              <SchemaText schema={parameter.schema} />
            </Cell>
            <Cell>
              <MarkdownText tokens={parameter.description} />
            </Cell>
          </Row>
        ))}
      </Table>
    </>
  );
}

function ParameterName({ name, place, isRequired }: Parameter) {
  return (
    <>
      <code>{name}</code>{' '}
      <small>
        {place}
        {isRequired && ', required'}
      </small>
    </>
  );
}

function Body({ description, schema, examples }: RequestBody) {
  return (
    <>
      <p>
        <MarkdownText tokens={description} /> Schema: <SchemaText schema={schema} />
      </p>
      <Examples examples={examples} />
    </>
  );
}

function Success({ status, headers, ...body }: SuccessResponse) {
  return (
    <>
      <h3>Response {status}</h3>
      <Body {...body} />
      <details>
        <summary>Headers</summary>
        <dl>
          {headers.map(({ name, description, example }) => (
            <>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <MarkdownText tokens={description} /> <code>{example}</code>
              </dd>
            </>
          ))}
        </dl>
      </details>
    </>
  );
}

function Errors({ of, errors }: { readonly of: string; readonly errors: readonly ErrorResponse[] }) {
  return (
    <details>
      <summary>Errors</summary>
      <Table label={`Errors of ${of}`} columns={['Status', 'Code', 'Reason']} class="rows prose">
        {errors.map(({ status, codes, description }) => (
          <Row name={status}>
            <Cell>
              {codes.map((code) => (
                <>
                  <code>{code}</code>{' '}
                </>
              ))}
            </Cell>
            <Cell>
              <MarkdownText tokens={description} />
            </Cell>
          </Row>
        ))}
      </Table>
    </details>
  );
}

function SamplePrograms({ of, samples: { curl, typescript } }: { readonly of: string; readonly samples: Samples }) {
  return (
    <>
      <h3>Samples</h3>
      <p>
        The samples read your API key from the environment variable <code>ANIMAL_STORE_KEY</code>.
      </p>
      <Copied id={`${of}-curl`} text={curl} button="Copy curl command" class="outline" />
      <details>
        <summary>TypeScript</summary>
        <Copied id={`${of}-typescript`} text={typescript} button="Copy TypeScript" class="outline" />
      </details>
    </>
  );
}

/** Without JavaScript this form stays hidden: try.js shows and sends it. */
function TryForm({ page, operation }: PageProps & { readonly operation: Operation }) {
  const { id, method, path, parameters, requestBody } = operation;
  return (
    <form class="try" data-method={method} data-path={page.url(`/v1${path}`)} aria-label={`Try ${id}`} hidden>
      <h3>Try it</h3>
      {parameters.map((parameter) => (
        <label>
          {parameter.name} <ParameterInput {...parameter} />
        </label>
      ))}
      {requestBody && (
        <label>
          Request body{' '}
          <textarea name="body" rows={5} spellcheck={false}>
            {requestBody.examples[0]?.json}
          </textarea>
        </label>
      )}
      <button type="submit">Send request</button>
      <output />
      <details hidden>
        <summary>Headers of the response</summary>
        <pre class="example">
          <code />
        </pre>
      </details>
    </form>
  );
}

function ParameterInput({ name, place, isRequired, values, example }: Parameter) {
  if (values === undefined) {
    return <input name={name} data-in={place} autocomplete="off" required={isRequired} value={example} />;
  }
  return (
    <select name={name} data-in={place}>
      <option value="">any</option>
      {values.map((value) => (
        <option>{value}</option>
      ))}
    </select>
  );
}
