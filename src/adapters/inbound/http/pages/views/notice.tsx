import type { PageProps } from './page.js';

/** Each of these texts confirms on the next page what a form has done. */
const NOTICES = {
  'sign-up': 'Now sign in with your new password. If the email already had an account, its password is unchanged.',
  'sign-out': 'You are signed out.',
  'session-ended': 'Your session has ended. Sign in to continue where you were.',
  password: 'Your password is changed. Sign in with the new one.',
  deletion: 'Your account is deleted, and its API keys are revoked.',
  revocation: 'The API key is revoked.',
  issued:
    'This form has already created its API key, and a key is shown only once. If you did not store it, replace it below.',
  session: 'The session is ended.',
  sessions: 'All other sessions are ended.',
  animal: (about: string) => `Added ${about}.`,
} as const;

export type NoticeName = keyof typeof NOTICES;

/** Confirms on the next page what a form has done. */
export function Notice({ page: { flash } }: PageProps) {
  const name = flash?.notice;
  if (name === undefined || !isNoticeName(name)) return null;
  const text = NOTICES[name];
  return (
    <p class="notice" role="status">
      {typeof text === 'string' ? text : text(flash?.about ?? '')}
    </p>
  );
}

/** The name comes from a cookie, which another page of the same host may have planted. */
function isNoticeName(name: string): name is NoticeName {
  return Object.hasOwn(NOTICES, name);
}
