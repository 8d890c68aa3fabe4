import { PasswordField, UsernameField, ViolationSummary, type Violations } from './fields.js';
import { Layout } from './layout.js';
import type { PageProps } from './page.js';

interface DeleteAccountProps extends PageProps {
  readonly violations: Violations;
}

/** Asks for the password before the account is deleted. */
export function DeleteAccountPage({ page, violations }: DeleteAccountProps) {
  return (
    <Layout page={page} title="Delete your account" hasViolations={violations !== undefined}>
      <div class="narrow">
        <ViolationSummary violations={violations} />
        <div class="serious">
          <h1>Delete your account?</h1>
          <p>
            All API keys of{' '}
            <strong>
              <bdi>{page.email}</bdi>
            </strong>{' '}
            stop working within seconds. The animals that they added stay. <strong>This cannot be undone.</strong>
          </p>
        </div>
        <form method="post" action={page.url('/account/delete')}>
          <UsernameField page={page} />
          <PasswordField
            page={page}
            name="current-password"
            label="Your password"
            autocomplete="current-password"
            violations={violations}
          />
          <div class="choice">
            <button type="submit" class="danger">
              Delete account
            </button>
            <a class="button quiet" href={page.url('/account')}>
              Cancel
            </a>
          </div>
        </form>
      </div>
    </Layout>
  );
}
