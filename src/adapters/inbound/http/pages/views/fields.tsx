import type { ComponentChildren } from 'preact';
import type { PageProps } from './page.js';
import type { Violation } from '../../../../../domain/errors.js';

/** The violations of a form, each of which its field reports. They are `undefined` before the form is sent. */
export type Violations = readonly Violation[] | undefined;

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly violations: Violations;
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly inputmode?: 'numeric';
}

export function TextField({ value, inputmode, ...field }: TextFieldProps) {
  const { name } = field;
  return (
    <Field {...field}>
      <input
        id={name}
        name={name}
        type="text"
        required
        inputmode={inputmode}
        autocomplete="off"
        value={value}
        {...stateOf(field)}
      />
    </Field>
  );
}

/** Shows the field for the email, which names an account, so a phone must neither capitalise nor correct it. */
export function EmailField({ value, ...field }: Omit<FieldProps, 'label'> & { readonly value: string }) {
  const { name } = field;
  return (
    <Field label="Email" {...field}>
      <input
        id={name}
        name={name}
        type="email"
        required
        autocomplete="username"
        value={value}
        autocapitalize="none"
        spellcheck={false}
        {...stateOf(field)}
      />
    </Field>
  );
}

interface PasswordFieldProps extends FieldProps, PageProps {
  readonly autocomplete: 'current-password' | 'new-password';
  readonly autofocus?: boolean;
}

export function PasswordField({ page, autocomplete, autofocus = false, ...field }: PasswordFieldProps) {
  return (
    <Field {...field}>
      <div class="password">
        <input
          id={field.name}
          name={field.name}
          type="password"
          required
          autofocus={autofocus}
          autocomplete={autocomplete}
          value=""
          autocapitalize="none"
          spellcheck={false}
          {...stateOf(field)}
        />
        <button type="button" class="outline secondary" aria-controls={field.name} hidden>
          Show<span class="visually-hidden"> {field.label.toLowerCase()}</span>
        </button>
      </div>
      <script src={page.url('/account/show.js')} type="module" />
    </Field>
  );
}

export type SelectOption = readonly [value: string, label: string];

interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly options: readonly SelectOption[];
}

export function SelectField({ value, options, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      <select id={field.name} name={field.name} {...stateOf(field)}>
        {options.map(([each, label]) => (
          <option value={each} selected={each === value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Tells a password manager whose password the form is about. */
export function UsernameField({ page }: PageProps) {
  return <input type="email" autocomplete="username" value={page.email} readonly hidden />;
}

function Field({ name, label, hint, violations, children }: FieldProps & { readonly children: ComponentChildren }) {
  const violation = violationOf(name, violations);
  return (
    <div class="field">
      <label for={name}>{label}</label>
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
      {children}
    </div>
  );
}

/** Returns the attributes that connect a field with its hint and its violation for assistive technology. */
function stateOf({ name, hint, violations }: Omit<FieldProps, 'label'>) {
  const isWrong = violationOf(name, violations) !== undefined;
  const notes = [...(hint === undefined ? [] : [`${name}-hint`]), ...(isWrong ? [`${name}-violation`] : [])];
  return {
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
    ...(isWrong && { 'aria-invalid': true }),
  };
}

function violationOf(name: string, violations: Violations): Violation | undefined {
  return violations?.find(({ member }) => member === name);
}

/** Lists the violations of a form with a link to each field. The list gets the focus when the page is shown. */
export function ViolationSummary({ violations }: { readonly violations: Violations }) {
  if (violations === undefined) return null;
  return (
    <div class="violation" role="alert" aria-labelledby="violation-heading" tabIndex={-1} autofocus>
      <h2 id="violation-heading">There is a problem</h2>
      {violations.map(({ member, message }) => (
        <p>
          <a href={`#${member}`}>{message}</a>
        </p>
      ))}
    </div>
  );
}
