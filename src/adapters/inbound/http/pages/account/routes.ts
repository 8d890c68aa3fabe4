import { ownSessionOf } from '../support/browser-session.js';
import { SIGN_IN_PATH, type PageRouter } from '../support/page-router.js';
import { AccountPage } from './account.js';
import type { Fields } from '../components/form-page.js';
import { DeleteAccountPage, PasswordPage } from './settings.js';
import { SignInPage, SignUpPage } from './sign-in.js';
import { HttpError } from '../../errors.js';
import { readQuery } from '../../request/query.js';
import type { AccountUseCases } from '../../../../../application/accounts.js';
import type { ApiKeyUseCases } from '../../../../../application/api-keys.js';
import type { SessionUseCases } from '../../../../../application/sessions.js';

export interface AccountOptions {
  readonly accounts: AccountUseCases;
  readonly apiKeys: ApiKeyUseCases;
  readonly sessions: SessionUseCases;
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
  kept: { type: 'kept', label: 'Form' },
} as const satisfies Fields;

function signUpRoutes(pages: PageRouter, { accounts, signUpOpen }: AccountOptions): void {
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
      await accounts.signUp({ email, password, client: ctx.state.client });
      // Signing up does not sign in, because that would reveal whether an email is new. The sign-in page comes in this
      // response, since a redirect could carry the email only in an address or a cookie.
      const notice =
        'Now sign in: your new password is filled in. If the email already had an account, its password is unchanged.';
      await pages.showForm(ctx, SIGN_IN_PATH, { email, password }, notice);
    },
  );
}

function signInRoutes(pages: PageRouter, { sessions, signUpOpen }: AccountOptions): void {
  const { cookie } = pages;

  pages.form(
    SIGN_IN_PATH,
    'visitors',
    SIGN_IN_FIELDS,
    (ctx, form) => pages.render(ctx, SignInPage, { form, signUpOpen }),
    async (ctx, { email, password, kept }) => {
      const { client } = ctx.state;
      const token = await sessions.signIn({ email, password, client });
      const before = ctx.state.browserSession;
      if (before !== undefined) await sessions.signOut(before.token, client.address);
      cookie.write(ctx, token);
      const account = await sessions.resumeSession(token);
      if (account !== undefined) ctx.state.browserSession = { token, account };
      await pages.goBack(ctx, kept);
    },
  );

  pages.action('/account/sign-out', 'everyone', [], async (ctx) => {
    const session = ctx.state.browserSession;
    if (session !== undefined) await sessions.signOut(session.token, ctx.state.client.address);
    cookie.write(ctx, '');
    pages.redirect(ctx, SIGN_IN_PATH, { notice: 'sign-out' });
  });
}

function accountPage(pages: PageRouter, { apiKeys, sessions }: AccountOptions): void {
  pages.page('/account', 'signed in', async (ctx) => {
    const query = readQuery(ctx.querystring);
    const older = query.get('older') ?? undefined;
    const isAll = query.get('keys') === 'all';
    const { accountId, token } = ownSessionOf(ctx);
    const { keys, next } = await apiKeys.pageOwnApiKeys(accountId, older, isAll ? undefined : 'active');
    const listed = await sessions.listSessions(accountId, token);
    pages.render(ctx, AccountPage, { keys, next, isFirst: older === undefined, isAll, sessions: listed });
  });

  pages.action('/account/sessions/end', 'signed in', ['session'], async (ctx, { session }) => {
    await sessions.endSession(ownSessionOf(ctx).accountId, session, ctx.state.client.address);
    pages.redirect(ctx, '/account', { notice: 'session' });
  });

  pages.action('/account/sessions/end-others', 'signed in', [], async (ctx) => {
    const { accountId, token } = ownSessionOf(ctx);
    await sessions.endOtherSessions(accountId, token, ctx.state.client.address);
    pages.redirect(ctx, '/account', { notice: 'sessions' });
  });
}

function settingsRoutes(pages: PageRouter, { accounts }: AccountOptions): void {
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
      await accounts.changePassword({ account, currentPassword, newPassword, address });
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
      const { account } = ownSessionOf(ctx);
      await accounts.deleteOwnAccount({ account, currentPassword, address: ctx.state.client.address });
      pages.cookie.write(ctx, '');
      pages.redirect(ctx, '/', { notice: 'deletion' });
    },
  );
}
