import { randomUUID } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { Form, FORM_ID_FIELD, HiddenField } from './form.js';
import { Layout, type PageProps } from './layout.js';
import type { Violation } from '../../../../../domain/errors.js';

interface Field {
  /** A form with a `password` is admitted apart from other requests, and no page shows a password again. */
  readonly type: 'text' | 'integer' | 'email' | 'password' | 'choice';
  /** The name of the field on the page and in messages. */
  readonly label: string;
  readonly hint?: string;
  /** The value for a password field. A field of another type has the value of its type. */
  readonly autocomplete?: 'current-password' | 'new-password';
  /** Whether the field may stay empty. Its value is then the empty string. */
  readonly isOptional?: boolean;
  readonly options?: readonly Option[];
  readonly initial?: string;
}

export type Option = readonly [value: string, label: string];

/** The fields of a form by their names, in the order in which they are shown. */
export type Fields = Readonly<Record<string, Field>>;

/** A form as its page shows it. */
export interface FormState {
  readonly action: string;
  readonly fields: Fields;
  /** The values that were typed, if the form is refused. */
  readonly values: Readonly<Record<string, string>>;
  readonly violations: readonly Violation[];
}

export interface FormProps extends PageProps {
  readonly form: FormState;
}

interface FormPageProps extends FormProps {
  readonly title: string;
  /** A sentence to read before pressing the button. */
  readonly note?: string;
  readonly submit: string;
  /** Whether submitting the form cannot be undone. */
  readonly isDangerous?: boolean;
  readonly cancel?: string;
  readonly children?: ComponentChildren;
  readonly footer?: ComponentChildren;
}

export function FormPage(props: FormPageProps) {
  const { page, form, title, note, submit, isDangerous, cancel, children, footer } = props;
  const { action, fields, violations } = form;
  const heading = violations.length === 0 ? title : `Error: ${title}`;
  return (
    <Layout page={page} title={heading}>
      <div class="narrow">
        <ViolationSummary violations={violations} />
        <div class={isDangerous ? 'serious' : undefined}>
          <h1>{title}</h1>
          {children}
        </div>
        <Form page={page} action={action}>
          <HiddenField name={FORM_ID_FIELD} value={randomUUID()} />
          {page.email !== undefined && 'current-password' in fields && <Username email={page.email} />}
          {Object.entries(fields).map(([name, field]) => (
            <LabelledField name={name} field={field} form={form} />
          ))}
          {note !== undefined && <p class="hint">{note}</p>}
          <div class={cancel && 'choice'}>
            <button type="submit" class={isDangerous ? 'danger' : undefined}>
              {submit}
            </button>
            {cancel && (
              <a class="button quiet" href={page.url(cancel)}>
                Cancel
              </a>
            )}
          </div>
        </Form>
        {footer}
      </div>
    </Layout>
  );
}

/** Tells a password manager whose password the form is about. */
function Username({ email }: { readonly email: string }) {
  return <input type="email" autocomplete="username" value={email} readonly hidden />;
}

// An email and a password are exact, so a phone must neither capitalise nor correct them.
const EXACT = { autocapitalize: 'none', spellcheck: false } as const;
const INPUTS = {
  text: { type: 'text', autocomplete: 'off' },
  integer: { type: 'text', autocomplete: 'off', inputmode: 'numeric' },
  email: { type: 'email', autocomplete: 'username', ...EXACT },
  password: { type: 'password', autocomplete: 'current-password', ...EXACT },
} as const;

/**
 * In UTF-16 code units, and more than any value may have. The server refuses a form above 16 KiB without a page; so a
 * browser sends none.
 */
const MAX_LENGTH = 512;

interface FieldProps {
  readonly name: string;
  readonly field: Field;
  readonly form: FormState;
}

function LabelledField({ name, field, form }: FieldProps) {
  const { label, hint, isOptional } = field;
  const violation = form.violations.find(({ property }) => property === name);
  const notes = [hint && `${name}-hint`, violation && `${name}-violation`].filter(Boolean).join(' ');
  const attributes = {
    id: name,
    name,
    ...(notes !== '' && { 'aria-describedby': notes }),
    ...(violation && { 'aria-invalid': true }),
  };
  return (
    <div class="field">
      <label for={name}>
        {label}
        {isOptional && <span class="hint"> (optional)</span>}
      </label>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {violation !== undefined && (
        <p class="wrong" id={`${name}-violation`}>
          <span class="visually-hidden">Error: </span>
          {violation.message}
        </p>
      )}
      <Input field={field} form={form} attributes={attributes} />
    </div>
  );
}

interface InputProps extends Pick<FieldProps, 'field' | 'form'> {
  readonly attributes: { readonly id: string; readonly name: string };
}

function Input({ field, form: { values }, attributes }: InputProps) {
  const { type, label, options = [], initial = '', isOptional = false, autocomplete } = field;
  const value = values[attributes.name] ?? initial;
  if (type === 'choice') return <Select attributes={attributes} options={options} value={value} />;
  const input = {
    ...attributes,
    ...INPUTS[type],
    ...(autocomplete && { autocomplete }),
    required: !isOptional,
    maxlength: MAX_LENGTH,
  };
  if (type !== 'password') return <input {...input} value={value} />;
  return (
    <div class="password">
      <input {...input} />
      <button type="button" class="outline secondary" aria-controls={input.id} hidden>
        Show<span class="visually-hidden"> {label.toLowerCase()}</span>
      </button>
    </div>
  );
}

interface SelectProps {
  readonly attributes: object;
  readonly options: readonly Option[];
  readonly value: string;
}

export function Select({ attributes, options, value }: SelectProps) {
  return (
    <select {...attributes}>
      {options.map(([each, label]) => (
        <option value={each} selected={each === value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The list gets the focus when the page is shown. */
function ViolationSummary({ violations }: Pick<FormState, 'violations'>) {
  if (violations.length === 0) return null;
  return (
    <div class="violation" role="alert" aria-labelledby="violation-heading" tabIndex={-1} autofocus>
      <h2 id="violation-heading">There is a problem</h2>
      {violations.map(({ property, message }) => (
        <p>{property === '' ? message : <a href={`#${property}`}>{message}</a>}</p>
      ))}
    </div>
  );
}
