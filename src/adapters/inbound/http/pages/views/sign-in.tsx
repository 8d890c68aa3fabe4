import { FormPage, type FormState } from './form-page.js';
import type { PageProps } from './layout.js';

interface SignInProps extends PageProps {
  readonly form: FormState;
  readonly notice?: string | undefined;
  readonly signUpOpen: boolean;
}

export function SignInPage({ page, form, notice, signUpOpen }: SignInProps) {
  return (
    <FormPage page={page} form={form} title="Sign in" notice={notice} submit="Sign in">
      {signUpOpen && (
        <p>
          Are you new here? <a href={page.url('/account/sign-up')}>Sign up</a>.
        </p>
      )}
      <p>
        <small>Have you forgotten your password? Ask the operator of this service to set a new one.</small>
      </p>
    </FormPage>
  );
}

export function SignUpPage({ page, form }: PageProps & { readonly form: FormState }) {
  return (
    <FormPage page={page} form={form} title="Sign up" submit="Sign up">
      <p>
        Do you have an account? <a href={page.url('/account/sign-in')}>Sign in</a>.
      </p>
    </FormPage>
  );
}
