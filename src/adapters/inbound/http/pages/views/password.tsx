import { PasswordField, UsernameField, ViolationSummary, type Violations } from './fields.js';
import { Layout } from './layout.js';
import type { PageProps } from './page.js';

interface PasswordProps extends PageProps {
  readonly violations: Violations;
}

/** Has the form that changes the password. */
export function PasswordPage({ page, violations }: PasswordProps) {
  return (
    <Layout page={page} title="Change your password" hasViolations={violations !== undefined}>
      <div class="narrow">
        <ViolationSummary violations={violations} />
        <h1>Change your password</h1>
        <p>All your sessions end, this one included. Your API keys keep working.</p>
        <form method="post" action={page.url('/account/password')}>
          <UsernameField page={page} />
          <PasswordField
            page={page}
            name="current-password"
            label="Current password"
            autocomplete="current-password"
            violations={violations}
          />
          <PasswordField
            page={page}
            name="password"
            label="New password"
            autocomplete="new-password"
            hint="Use 12 to 128 characters."
            violations={violations}
          />
          <button type="submit">Change password</button>
        </form>
        <p>
          <a href={page.url('/account')}>Back to your account</a>
        </p>
      </div>
    </Layout>
  );
}
