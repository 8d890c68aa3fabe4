import { FormPage, type FormProps } from '../components/form-page.js';

interface SignInProps extends FormProps {
  readonly signUpOpen: boolean;
}

export function SignInPage({ page, form, signUpOpen }: SignInProps) {
  const footer = (
    <>
      <p>
        Are you new here?{' '}
        {signUpOpen ? (
          <a href={page.url('/account/sign-up')}>Sign up</a>
        ) : (
          'Ask the operator of this service for an account'
        )}
        .
      </p>
      <p>
        <small>Have you forgotten your password? Ask the operator of this service to set a new one.</small>
      </p>
    </>
  );
  return <FormPage page={page} form={form} title="Sign in" submit="Sign in" footer={footer} />;
}

export function SignUpPage({ page, form }: FormProps) {
  const footer = (
    <p>
      Do you have an account? <a href={page.url('/account/sign-in')}>Sign in</a>.
    </p>
  );
  return <FormPage page={page} form={form} title="Sign up" submit="Sign up" footer={footer} />;
}
