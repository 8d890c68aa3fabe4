import { FormPage, type FormState } from './form-page.js';
import type { PageProps } from './layout.js';

interface SettingProps extends PageProps {
  readonly form: FormState;
}

export function PasswordPage({ page, form }: SettingProps) {
  const intro = (
    <>
      <h1>Change your password</h1>
      <p>All your sessions end, this one included. Your API keys keep working.</p>
    </>
  );
  const back = ['/account', 'Back to your account'] as const;
  return (
    <FormPage page={page} form={form} title="Change your password" intro={intro} submit="Change password" back={back} />
  );
}

export function DeleteAccountPage({ page, form }: SettingProps) {
  const intro = (
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
  );
  return (
    <FormPage
      page={page}
      form={form}
      title="Delete your account"
      intro={intro}
      submit="Delete account"
      isDangerous
      cancel="/account"
    />
  );
}
