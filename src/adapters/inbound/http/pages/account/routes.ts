import { ownSessionOf } from '../support/browser-session.js';
import { SIGN_IN_PATH, type PageRouter } from '../support/page-router.js';
import { AccountPage } from './account.js';
import { DeleteAccountPage, PasswordPage } from './settings.js';
import { SignInPage, SignUpPage } from './sign-in.js';
import { readQuery } from '../../request/query.js';
import { asciiEmail } from '../../../../support/ascii-email.js';
import type { AccountUseCases } from '../../../../../application/accounts.js';
import type { ApiKeyUseCases } from '../../../../../application/api-keys.js';
import type { SessionUseCases } from '../../../../../application/sessions.js';

export interface AccountOptions {
  readonly accounts: AccountUseCases;
  readonly apiKeys: ApiKeyUseCases;
  readonly sessions: SessionUseCases;
  readonly signUpOpen: boolean;
}

export function accountRoutes(pages: PageRouter, options: AccountOptions): void {
  if (options.signUpOpen) signUpRoutes(pages, options);
  signInRoutes(pages, options);
  accountPage(pages, options);
  settingsRoutes(pages, options);
}

function signUpRoutes(pages: PageRouter, { accounts }: AccountOptions): void {
  pages.form(
    '/account/sign-up',
    'visitors',
    {
      email: { type: 'email', label: 'Email', hint: 'You sign in with it. The service sends no mail.' },
      password: {
        type: 'password',
        autocomplete: 'new-password',
        label: 'Password',
        hint: 'Use 12 to 128 characters. Three or four unrelated words are easy to remember and hard to guess.',
      },
    },
    (ctx, form) => pages.render(ctx, SignUpPage, { form }),
    async (ctx, { email, password }) => {
      await accounts.signUp({ email: asciiEmail(email), password, client: ctx.state.client });
      // Signing up does not sign in, because that would reveal whether an email is new.
      pages.redirect(ctx, SIGN_IN_PATH, 'sign-up');
    },
  );
}

function signInRoutes(pages: PageRouter, { sessions, signUpOpen }: AccountOptions): void {
  const { cookie } = pages;

  pages.form(
    SIGN_IN_PATH,
    'visitors',
    {
      email: { type: 'email', label: 'Email' },
      password: { type: 'password', autocomplete: 'current-password', label: 'Password' },
    },
    (ctx, form) => pages.render(ctx, SignInPage, { form, signUpOpen }),
    async (ctx, { email, password }) => {
      const { client } = ctx.state;
      const token = await sessions.signIn({ email: asciiEmail(email), password, client });
      const before = ctx.state.browserSession;
      if (before !== undefined) await sessions.signOut(before.token, client.address);
      cookie.write(ctx, token);
      pages.goBack(ctx);
    },
  );

  pages.action('/account/sign-out', 'visitors', [], async (ctx) => {
    const session = ctx.state.browserSession;
    if (session !== undefined) await sessions.signOut(session.token, ctx.state.client.address);
    cookie.remove(ctx);
    pages.redirect(ctx, SIGN_IN_PATH, 'sign-out');
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
    pages.render(ctx, AccountPage, { keys, next, isAll, sessions: listed });
  });

  pages.action('/account/sessions/end', 'signed in', ['session'], async (ctx, { session }) => {
    await sessions.endSession(ownSessionOf(ctx).accountId, session, ctx.state.client.address);
    pages.redirect(ctx, '/account', 'session');
  });

  pages.action('/account/sessions/end-others', 'signed in', [], async (ctx) => {
    const { accountId, token } = ownSessionOf(ctx);
    await sessions.endOtherSessions(accountId, token, ctx.state.client.address);
    pages.redirect(ctx, '/account', 'sessions');
  });
}

function settingsRoutes(pages: PageRouter, { accounts }: AccountOptions): void {
  pages.form(
    '/account/password',
    'signed in',
    {
      'current-password': { type: 'password', autocomplete: 'current-password', label: 'Current password' },
      password: {
        type: 'password',
        autocomplete: 'new-password',
        label: 'New password',
        hint: 'Use 12 to 128 characters.',
      },
    },
    (ctx, form) => pages.render(ctx, PasswordPage, { form }),
    async (ctx, { 'current-password': currentPassword, password: newPassword }) => {
      const { account } = ownSessionOf(ctx);
      const { address } = ctx.state.client;
      await accounts.changePassword({ account, currentPassword, newPassword, address });
      pages.cookie.remove(ctx);
      pages.redirect(ctx, SIGN_IN_PATH, 'password');
    },
  );

  pages.form(
    '/account/delete',
    'signed in',
    { 'current-password': { type: 'password', autocomplete: 'current-password', label: 'Your password' } },
    (ctx, form) => pages.render(ctx, DeleteAccountPage, { form }),
    async (ctx, { 'current-password': currentPassword }) => {
      const { account } = ownSessionOf(ctx);
      await accounts.deleteOwnAccount({ account, currentPassword, address: ctx.state.client.address });
      pages.cookie.remove(ctx);
      pages.redirect(ctx, '/', 'deletion');
    },
  );
}
