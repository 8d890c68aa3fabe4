import { accountOf, ownSessionOf, sessionOf } from './browser-session.js';
import type { PageRouter, RenderForm } from './page-router.js';
import { AccountPage } from './views/account.js';
import { DeleteAccountPage } from './views/delete-account.js';
import { PasswordPage } from './views/password.js';
import { SignInPage } from './views/sign-in.js';
import { SignUpPage } from './views/sign-up.js';
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

const CREDENTIALS = { email: 'The email', password: 'The password' } as const;
const PASSWORD_FIELDS = { 'current-password': 'The current password', password: 'The new password' } as const;

/** Adds the pages on which people sign up, sign in and out, and manage their account and its sessions. */
export function accountRoutes(pages: PageRouter, options: AccountOptions): void {
  signUpRoutes(pages, options);
  signInRoutes(pages, options);
  accountPage(pages, options);
  passwordRoutes(pages, options);
  deletionRoutes(pages, options);
}

function signUpRoutes(pages: PageRouter, { signUp, signUpOpen }: AccountOptions): void {
  function requireOpenSignUp(): void {
    if (!signUpOpen) throw new HttpError('sign_up_closed', 'Ask the operator of this service for an account.');
  }

  const renderForm: RenderForm<'email'> = (ctx, { email }, violations) => {
    requireOpenSignUp();
    if (violations === undefined && ctx.state.browserSession !== undefined) pages.redirect(ctx, '/animals');
    else pages.render(ctx, SignUpPage, { typedEmail: email ?? '', violations });
  };

  pages.form('/account/sign-up', 'everyone', CREDENTIALS, renderForm, async (ctx, { email, password }) => {
    requireOpenSignUp();
    await signUp.execute({ email, password, client: ctx.state.client });
    // Signing up does not sign in, because that would reveal whether an email is new.
    pages.redirect(ctx, '/account/sign-in', { notice: 'sign-up', email });
  });
}

function signInRoutes(pages: PageRouter, { signIn, signOut, signUpOpen }: AccountOptions): void {
  const { cookies } = pages;

  const renderForm: RenderForm<'email'> = (ctx, typed, violations) => {
    const { email, path, form } = ctx.state.flash ?? {};
    // Keep the page and the form to return to until the person has signed in.
    if (path !== undefined) cookies.leaveFlash(ctx, { path, form });
    if (violations === undefined && ctx.state.browserSession !== undefined) pages.redirect(ctx, '/animals');
    else pages.render(ctx, SignInPage, { typedEmail: typed.email ?? email ?? '', violations, signUpOpen });
  };

  pages.form('/account/sign-in', 'everyone', CREDENTIALS, renderForm, async (ctx, { email, password }) => {
    const { client } = ctx.state;
    const token = await signIn.execute({ email, password, client });
    const before = sessionOf(ctx);
    if (before !== undefined) await signOut.execute(before.token, client.address);
    cookies.write(ctx, 'session', token);
    pages.redirect(ctx, cookies.readFlash(ctx).path ?? '/animals');
  });

  pages.action('/account/sign-out', 'everyone', [], async (ctx) => {
    const session = sessionOf(ctx);
    if (session !== undefined) await signOut.execute(session.token, ctx.state.client.address);
    cookies.write(ctx, 'session', '');
    pages.redirect(ctx, '/account/sign-in', { notice: 'sign-out' });
  });
}

function accountPage(pages: PageRouter, options: AccountOptions): void {
  const { pageApiKeys, listSessions, endSession, endOtherSessions } = options;

  pages.page('/account', 'signed in', async (ctx) => {
    const query = readQuery(ctx.querystring);
    const older = query.get('older') ?? undefined;
    const isAll = query.get('keys') === 'all';
    const { account, token } = ownSessionOf(ctx);
    const { keys, next } = await pageApiKeys.execute(account.id, older, isAll ? undefined : 'active');
    const sessions = await listSessions.execute(account.id, token);
    pages.render(ctx, AccountPage, { keys, next, isFirst: older === undefined, isAll, sessions });
  });

  pages.action('/account/sessions/end', 'signed in', ['session'], async (ctx, { session }) => {
    await endSession.execute(accountOf(ctx).id, session, ctx.state.client.address);
    pages.redirect(ctx, '/account', { notice: 'session' });
  });

  pages.action('/account/sessions/end-others', 'signed in', [], async (ctx) => {
    const { account, token } = ownSessionOf(ctx);
    await endOtherSessions.execute(account.id, token, ctx.state.client.address);
    pages.redirect(ctx, '/account', { notice: 'sessions' });
  });
}

function passwordRoutes(pages: PageRouter, { changePassword }: AccountOptions): void {
  const renderForm: RenderForm = (ctx, _, violations) => pages.render(ctx, PasswordPage, { violations });

  pages.form('/account/password', 'signed in', PASSWORD_FIELDS, renderForm, async (ctx, form) => {
    const account = accountOf(ctx);
    const { address } = ctx.state.client;
    const { 'current-password': currentPassword, password: newPassword } = form;
    await changePassword.execute({ account, currentPassword, newPassword, address });
    pages.cookies.write(ctx, 'session', '');
    pages.redirect(ctx, '/account/sign-in', { notice: 'password', email: account.email });
  });
}

function deletionRoutes(pages: PageRouter, { deleteOwnAccount }: AccountOptions): void {
  const renderForm: RenderForm = (ctx, _, violations) => pages.render(ctx, DeleteAccountPage, { violations });

  pages.form('/account/delete', 'signed in', { 'current-password': 'The password' }, renderForm, async (ctx, form) => {
    const { address } = ctx.state.client;
    await deleteOwnAccount.execute({
      accountId: accountOf(ctx).id,
      currentPassword: form['current-password'],
      address,
    });
    pages.cookies.write(ctx, 'session', '');
    pages.redirect(ctx, '/', { notice: 'deletion' });
  });
}
