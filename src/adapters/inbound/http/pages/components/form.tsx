import type { ComponentChildren } from 'preact';
import type { PageProps } from './layout.js';

export const OWNER_FIELD = 'account';

/** The field with the identity of a form that acts once, however often it is sent. */
export const FORM_ID_FIELD = 'once';

interface FormElementProps extends PageProps {
  readonly action: string;
  readonly class?: string;
  readonly autocomplete?: 'off';
  readonly children: ComponentChildren;
}

/** Writes a form that carries the account that has opened it, because another one may be signed in when it is sent. */
export function Form({ page: { url, accountId }, action, children, ...attributes }: FormElementProps) {
  return (
    <form method="post" action={url(action)} {...attributes}>
      {accountId !== undefined && <HiddenField name={OWNER_FIELD} value={String(accountId)} />}
      {children}
    </form>
  );
}

/** Without `autocomplete` Firefox keeps the value when the page is loaded again, even for another account. */
export function HiddenField({ name, value }: { readonly name: string; readonly value: string }) {
  return <input type="hidden" name={name} value={value} autocomplete="off" />;
}
