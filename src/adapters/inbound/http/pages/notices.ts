import type { PageContext } from './state.js';

// Shown after a form. The query names the notice, so that nothing has to be stored for it.
const NOTICES: ReadonlyMap<unknown, string> = new Map([
  ['sign-up', 'Now sign in with your new password. If the email already had an account, its password is unchanged.'],
  ['sign-out', 'You are signed out.'],
  ['password', 'Your password is changed. Sign in with the new one.'],
  ['deletion', 'Your account is deleted, and its API keys are revoked.'],
  ['revocation', 'The API key is revoked.'],
  ['issued', 'A new API key is shown only once. If you did not store it, revoke it and create another one.'],
  ['session', 'The session is ended.'],
  ['sessions', 'All other sessions are ended.'],
]);

/** The notice that `?after=` names, if any. */
export function noticeOf(ctx: PageContext): string | undefined {
  return NOTICES.get(ctx.query.after);
}
