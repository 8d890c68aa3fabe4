import { SelectField, TextField, ViolationSummary, type SelectOption, type Violations } from './fields.js';
import { Layout } from './layout.js';
import type { PageProps } from './page.js';

interface NewKeyProps extends PageProps {
  readonly name: string;
  readonly expiry: string;
  readonly expiries: readonly SelectOption[];
  /** The id of this form. However often the form is submitted, only one key is created. */
  readonly once: string;
  readonly violations: Violations;
}

/** Has the form that creates an API key. */
export function NewKeyPage({ page, name, expiry, expiries, once, violations }: NewKeyProps) {
  return (
    <Layout page={page} title="Create API key" hasViolations={violations !== undefined}>
      <div class="narrow">
        <ViolationSummary violations={violations} />
        <h1>Create API key</h1>
        <form method="post" action={page.url('/account/keys/new')}>
          <input type="hidden" name="once" value={once} />
          <TextField
            name="name"
            label="Name"
            value={name}
            hint="Say what the key is for, such as “shop front”, in at most 100 characters."
            violations={violations}
          />
          <SelectField name="expiry" label="Expires" value={expiry} options={expiries} violations={violations} />
          <button type="submit">Create API key</button>
        </form>
        <p>
          <a href={page.url('/account')}>Back to your account</a>
        </p>
      </div>
      <script src={page.url('/account/once.js')} type="module" />
    </Layout>
  );
}
