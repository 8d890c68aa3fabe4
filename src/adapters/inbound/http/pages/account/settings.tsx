import { FormPage, type FormProps } from '../components/form-page.js';
import { TypedText } from '../components/layout.js';

export function PasswordPage(props: FormProps) {
  return (
    <FormPage {...props} title="Change your password" submit="Change password" cancel="/account">
      <p>All your sessions end, this one included. Your API keys keep working.</p>
    </FormPage>
  );
}

export function DeleteAccountPage(props: FormProps) {
  return (
    <FormPage {...props} title="Delete your account?" submit="Delete account" isDangerous cancel="/account">
      <p>
        All API keys of <TypedText>{props.page.email}</TypedText> stop working within seconds. The animals that they
        added stay. <strong>This cannot be undone.</strong>
      </p>
    </FormPage>
  );
}
