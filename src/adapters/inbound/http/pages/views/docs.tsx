import type { ApiReference, Markdown, Member, NamedSchema, Schema } from './api-reference.js';
import { Layout } from './layout.js';
import { MarkdownText } from './markdown.js';
import { OperationSection } from './operation.js';
import type { PageProps } from './page.js';
import { JsonExample, SchemaText } from './schema.js';
import { Cell, Row, Table } from './table.js';

interface DocsProps extends PageProps {
  readonly api: ApiReference;
  /** The address at which clients reach the API. */
  readonly baseUrl: string;
}

/** Shows the OpenAPI document to people. */
export function DocsPage({ page, api, baseUrl }: DocsProps) {
  const { url } = page;
  return (
    <Layout page={page} title="API documentation">
      <h1>{api.title}</h1>
      <p>
        To call the API, create an <a href={url('/account')}>API key</a>. The{' '}
        <a href={url('/docs/clients')}>guide for client developers</a> has{' '}
        <a href={url('/docs/clients#recipes')}>recipes</a> for TypeScript, Python and curl. The OpenAPI document is
        available as <a href={url('/openapi.yaml')}>YAML</a> and as <a href={url('/openapi.json')}>JSON</a>.
      </p>
      <nav class="filter" aria-label="Contents">
        {api.operations.map(({ id, summary }) => (
          <a href={`#${id}`}>{summary}</a>
        ))}
        <a href="#schemas">Schemas</a>
      </nav>
      <Guide text={api.guide} />
      <p>
        The API is at{' '}
        {api.servers.map(({ url: address, description }) => (
          <>
            <code>{address}</code> ({description}){' '}
          </>
        ))}
      </p>
      <form class="try-key" hidden>
        <label for="key">API key, to try the operations on this page</label>
        <input id="key" type="password" autocomplete="off" spellcheck={false} />
      </form>
      {api.operations.map((operation) => (
        <OperationSection page={page} operation={operation} baseUrl={baseUrl} />
      ))}
      <section aria-labelledby="schemas">
        <h2 id="schemas">Schemas</h2>
        {api.schemas.map((schema) => (
          <SchemaSection {...schema} />
        ))}
      </section>
      <script src={url('/account/try.js')} type="module" />
      <script src={url('/account/copy.js')} type="module" />
    </Layout>
  );
}

function Guide({ text }: { readonly text: Markdown }) {
  return (
    <details>
      <summary>Guide: authentication, paging, retries, limits, numbers, errors</summary>
      <div class="guide">
        <MarkdownText tokens={text} />
      </div>
    </details>
  );
}

function SchemaSection({ name, description, schema, members, examples }: NamedSchema) {
  const id = `schema-${name}`;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <p>
        <MarkdownText tokens={description} />
      </p>
      <SchemaBody id={id} schema={schema} members={members} />
      {examples.length > 0 && (
        <details>
          <summary>Examples</summary>
          {examples.map((json) => (
            <JsonExample json={json} />
          ))}
        </details>
      )}
    </section>
  );
}

interface SchemaBodyProps {
  readonly id: string;
  readonly schema: Schema;
  readonly members: readonly Member[] | undefined;
}

function SchemaBody({ id, schema, members }: SchemaBodyProps) {
  if (members === undefined) {
    return (
      <p>
        <SchemaText schema={schema} />
      </p>
    );
  }
  return (
    <Table labelledBy={id} columns={['Member', 'Type', 'Description']} class="rows prose">
      {members.map((member) => (
        <Row name={<MemberName {...member} />}>
          <Cell>
            <SchemaText schema={member.schema} />
          </Cell>
          <Cell>
            <MarkdownText tokens={member.description} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function MemberName({ name, isRequired }: Member) {
  return (
    <>
      <code>{name}</code>
      {isRequired && (
        <>
          {' '}
          <small>required</small>
        </>
      )}
    </>
  );
}
