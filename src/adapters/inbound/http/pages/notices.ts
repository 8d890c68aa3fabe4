import type { PageContext } from './state.js';

// Said after a form was carried out. The address names it, so that nothing need be kept for it.
const NOTICES: ReadonlyMap<string, string> = new Map([
  [
    '?after=sign-up',
    'Sign in with the email and the password you gave. If the email had an account already, its password is as it was.',
  ],
  ['?after=sign-out', 'You are signed out.'],
  ['?after=password', 'Your password is changed. Sign in with the new one.'],
  ['?after=deletion', 'Your account is deleted, and its keys are revoked.'],
  ['?after=revocation', 'The key is revoked.'],
]);

/** What to say of what was just done, if anything. */
export function noticeOf(ctx: PageContext): string | undefined {
  return NOTICES.get(ctx.search);
}
