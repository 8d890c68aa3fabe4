import { EmailField, PasswordField, ViolationSummary, type Violations } from './fields.js';
import { Layout } from './layout.js';
import type { PageProps } from './page.js';

interface SignUpProps extends PageProps {
  readonly typedEmail: string;
  readonly violations: Violations;
}

/** Has the form to sign up. */
export function SignUpPage({ page, typedEmail, violations }: SignUpProps) {
  return (
    <Layout page={page} title="Sign up" hasViolations={violations !== undefined}>
      <div class="narrow">
        <ViolationSummary violations={violations} />
        <h1>Sign up</h1>
        <form method="post" action={page.url('/account/sign-up')}>
          <EmailField
            name="email"
            value={typedEmail}
            hint="You sign in with it. The service sends no mail."
            violations={violations}
          />
          <PasswordField
            page={page}
            name="password"
            label="Password"
            autocomplete="new-password"
            hint="Use 12 to 128 characters. Three or four unrelated words are easy to remember and hard to guess."
            violations={violations}
          />
          <button type="submit">Sign up</button>
        </form>
        <p>
          Do you have an account? <a href={page.url('/account/sign-in')}>Sign in</a>.
        </p>
      </div>
    </Layout>
  );
}
