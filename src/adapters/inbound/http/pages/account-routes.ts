import { ownSessionOf } from './browser-session.js';
import { formState, SIGN_IN_PATH, type PageRouter } from './page-router.js';
import { AccountPage } from './views/account.js';
import type { Fields } from './views/form-page.js';
import { DeleteAccountPage, PasswordPage } from './views/settings.js';
import { SignInPage, SignUpPage } from './views/sign-in.js';
import { HttpError } from '../errors.js';
import { readQuery } from '../request/query.js';
import type { ChangePassword } from '../../../../application/accounts/change-password.js';
import type { DeleteOwnAccount } from '../../../../application/accounts/delete-own-account.js';
import type { SignUp } from '../../../../application/accounts/sign-up.js';
import type { PageApiKeys } from '../../../../application/api-keys/page-api-keys.js';
import type { EndOtherSessions } from '../../../../application/sessions/end-other-sessions.js';
import type { EndSession } from '../../../../application/sessions/end-session.js';
import type { ListSessions } from '../../../../application/sessions/list-sessions.js';
import type { SignIn } from '../../../../application/sessions/sign-in.js';
import type { SignOut } from '../../../../application/sessions/sign-out.js';

export interface AccountOptions {
  readonly signUp: SignUp;
  readonly signIn: SignIn;
  readonly signOut: SignOut;
  readonly pageApiKeys: PageApiKeys;
  readonly listSessions: ListSessions;
  readonly endSession: EndSession;
  readonly endOtherSessions: EndOtherSessions;
  readonly changePassword: ChangePassword;
  readonly deleteOwnAccount: DeleteOwnAccount;
  readonly signUpOpen: boolean;
}

/** Adds the pages on which people sign up, sign in and out, and manage their account and its sessions. */
export function accountRoutes(pages: PageRouter, options: AccountOptions): void {
  signUpRoutes(pages, options);
  signInRoutes(pages, options);
  accountPage(pages, options);
  settingsRoutes(pages, options);
}

const SIGN_IN_FIELDS = {
  email: { type: 'email', label: 'Email' },
  password: { type: 'current-password', label: 'Password' },
} as const satisfies Fields;

function signUpRoutes(pages: PageRouter, { signUp, signUpOpen }: AccountOptions): void {
  function requireOpenSignUp(): void {
    if (!signUpOpen) throw new HttpError('sign_up_closed', 'Ask the operator of this service for an account.');
  }

  pages.form(
    '/account/sign-up',
    'visitors',
    {
      email: { type: 'email', label: 'Email', hint: 'You sign in with it. The service sends no mail.' },
      password: {
        type: 'new-password',
        label: 'Password',
        hint: 'Use 12 to 128 characters. Three or four unrelated words are easy to remember and hard to guess.',
      },
    },
    (ctx, form) => {
      requireOpenSignUp();
      pages.render(ctx, SignUpPage, { form });
    },
    async (ctx, { email, password }) => {
      requireOpenSignUp();
      await signUp.execute({ email, password, client: ctx.state.client });
      // Signing up does not sign in, because that would reveal whether an email is new. The sign-in page comes in this
      // response, since a redirect could carry the email only in an address or a cookie.
      const form = formState(SIGN_IN_PATH, SIGN_IN_FIELDS, { email });
      const notice =
        'Now sign in with your new password. If the email already had an account, its password is unchanged.';
      pages.render(ctx, SignInPage, { form, notice, signUpOpen });
    },
  );
}

function signInRoutes(pages: PageRouter, { signIn, signOut, signUpOpen }: AccountOptions): void {
  const { cookie } = pages;

  pages.form(
    SIGN_IN_PATH,
    'visitors',
    SIGN_IN_FIELDS,
    (ctx, form) => pages.render(ctx, SignInPage, { form, signUpOpen }),
    async (ctx, { email, password }) => {
      const { client } = ctx.state;
      const token = await signIn.execute({ email, password, client });
      const before = ctx.state.browserSession;
      if (before !== undefined) await signOut.execute(before.token, client.address);
      cookie.write(ctx, token);
      pages.redirectBack(ctx);
    },
  );

  pages.action('/account/sign-out', 'everyone', [], async (ctx) => {
    const session = ctx.state.browserSession;
    if (session !== undefined) await signOut.execute(session.token, ctx.state.client.address);
    cookie.write(ctx, '');
    pages.redirect(ctx, SIGN_IN_PATH, { notice: 'sign-out' });
  });
}

function accountPage(pages: PageRouter, options: AccountOptions): void {
  const { pageApiKeys, listSessions, endSession, endOtherSessions } = options;

  pages.page('/account', 'signed in', async (ctx) => {
    const query = readQuery(ctx.querystring);
    const older = query.get('older') ?? undefined;
    const isAll = query.get('keys') === 'all';
    const { accountId, token } = ownSessionOf(ctx);
    const { keys, next } = await pageApiKeys.execute(accountId, older, isAll ? undefined : 'active');
    const sessions = await listSessions.execute(accountId, token);
    pages.render(ctx, AccountPage, { keys, next, isFirst: older === undefined, isAll, sessions });
  });

  pages.action('/account/sessions/end', 'signed in', ['session'], async (ctx, { session }) => {
    await endSession.execute(ownSessionOf(ctx).accountId, session, ctx.state.client.address);
    pages.redirect(ctx, '/account', { notice: 'session' });
  });

  pages.action('/account/sessions/end-others', 'signed in', [], async (ctx) => {
    const { accountId, token } = ownSessionOf(ctx);
    await endOtherSessions.execute(accountId, token, ctx.state.client.address);
    pages.redirect(ctx, '/account', { notice: 'sessions' });
  });
}

function settingsRoutes(pages: PageRouter, { changePassword, deleteOwnAccount }: AccountOptions): void {
  pages.form(
    '/account/password',
    'signed in',
    {
      'current-password': { type: 'current-password', label: 'Current password' },
      password: { type: 'new-password', label: 'New password', hint: 'Use 12 to 128 characters.' },
    },
    (ctx, form) => pages.render(ctx, PasswordPage, { form }),
    async (ctx, { 'current-password': currentPassword, password: newPassword }) => {
      const { account } = ownSessionOf(ctx);
      const { address } = ctx.state.client;
      await changePassword.execute({ account, currentPassword, newPassword, address });
      pages.cookie.write(ctx, '');
      pages.redirect(ctx, SIGN_IN_PATH, { notice: 'password' });
    },
  );

  pages.form(
    '/account/delete',
    'signed in',
    { 'current-password': { type: 'current-password', label: 'Your password' } },
    (ctx, form) => pages.render(ctx, DeleteAccountPage, { form }),
    async (ctx, { 'current-password': currentPassword }) => {
      const { accountId } = ownSessionOf(ctx);
      await deleteOwnAccount.execute({ accountId, currentPassword, address: ctx.state.client.address });
      pages.cookie.write(ctx, '');
      pages.redirect(ctx, '/', { notice: 'deletion' });
    },
  );
}
