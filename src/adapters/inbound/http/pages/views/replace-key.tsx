import { SelectField, ViolationSummary, type SelectOption, type Violations } from './fields.js';
import { Layout } from './layout.js';
import type { PageProps } from './page.js';
import type { ApiKey } from '../../../../../domain/api-key.js';

interface ReplaceKeyProps extends PageProps {
  readonly apiKey: ApiKey;
  readonly expiry: string;
  readonly expiries: readonly SelectOption[];
  /** The id of this form. However often the form is submitted, only one key is created. */
  readonly once: string;
  readonly violations: Violations;
}

/** Asks for confirmation before an API key is replaced by a new one. */
export function ReplaceKeyPage({ page, apiKey, expiry, expiries, once, violations }: ReplaceKeyProps) {
  const { name, prefix } = apiKey;
  return (
    <Layout page={page} title="Replace API key" hasViolations={violations !== undefined}>
      <div class="narrow">
        <ViolationSummary violations={violations} />
        <h1>Replace this API key?</h1>
        <p>
          You get a new key with the name{' '}
          <strong>
            <bdi>{name}</bdi>
          </strong>
          . The old one, <code>{prefix}…</code>, works for at most 24 more hours. Give the new one to your programs
          before then.
        </p>
        <form method="post" action={page.url(`/account/keys/${prefix}/replace`)}>
          <input type="hidden" name="once" value={once} />
          <SelectField
            name="expiry"
            label="The new key expires"
            value={expiry}
            options={expiries}
            violations={violations}
          />
          <div class="choice">
            <button type="submit">Replace API key</button>
            <a class="button quiet" href={page.url('/account')}>
              Cancel
            </a>
          </div>
        </form>
      </div>
      <script src={page.url('/account/once.js')} type="module" />
    </Layout>
  );
}
