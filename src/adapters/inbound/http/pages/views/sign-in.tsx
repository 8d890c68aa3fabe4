import { EmailField, PasswordField, ViolationSummary, type Violations } from './fields.js';
import { Layout } from './layout.js';
import { Notice } from './notice.js';
import type { PageProps } from './page.js';

interface SignInProps extends PageProps {
  readonly typedEmail: string;
  readonly violations: Violations;
  readonly signUpOpen: boolean;
}

/** Has the form to sign in. */
export function SignInPage({ page, typedEmail, violations, signUpOpen }: SignInProps) {
  return (
    <Layout page={page} title="Sign in" hasViolations={violations !== undefined}>
      <div class="narrow">
        <Notice page={page} />
        <ViolationSummary violations={violations} />
        <h1>Sign in</h1>
        <form method="post" action={page.url('/account/sign-in')}>
          <EmailField name="email" value={typedEmail} violations={violations} />
          <PasswordField
            page={page}
            name="password"
            label="Password"
            autofocus={typedEmail !== '' && violations === undefined}
            autocomplete="current-password"
            violations={violations}
          />
          <button type="submit">Sign in</button>
        </form>
        {signUpOpen && (
          <p>
            Are you new here? <a href={page.url('/account/sign-up')}>Sign up</a>.
          </p>
        )}
        <p>
          <small>Have you forgotten your password? Ask the operator of this service to set a new one.</small>
        </p>
      </div>
    </Layout>
  );
}
