import { accountOf, SESSION_COOKIE, sessionOf, tokenOf } from './browser-session.js';
import { leaveFlash, readFlash } from './cookies.js';
import { seeOther, type PageTools, type RenderForm } from './page-router.js';
import { HttpError } from '../errors.js';
import { readQuery } from '../request/query.js';
import type { ConfirmPassword } from '../../../../application/accounts/confirm-password.js';
import type { DeleteAccount } from '../../../../application/accounts/delete-account.js';
import type { SetPassword } from '../../../../application/accounts/set-password.js';
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
  readonly confirmPassword: ConfirmPassword;
  readonly setPassword: SetPassword;
  readonly deleteAccount: DeleteAccount;
  /** Whether everyone may sign up. */
  readonly signUpOpen: boolean;
}

type Options = AccountOptions & PageTools;

/** Signing up, in and out; the page of the account with its API keys and sessions; its password and its deletion. */
export function accountRoutes(options: Options): void {
  signUpRoutes(options);
  signInRoutes(options);
  accountPage(options);
  passwordRoutes(options);
  deletionRoutes(options);
}

function signUpRoutes({ pages, render, cookies, clientOf, signUp, signUpOpen }: Options): void {
  function requireOpenSignUp(): void {
    if (!signUpOpen) throw new HttpError('sign_up_closed', 'Ask the operator of this service for an account.');
  }

  const renderForm: RenderForm<'email'> = (ctx, { email }, violations) => {
    requireOpenSignUp();
    if (violations === undefined && ctx.state.browserSession !== undefined) seeOther(ctx, '/animals');
    else render(ctx, 'sign-up', { typedEmail: email ?? '', violations });
  };

  pages.form('/account/sign-up', 'everyone', ['email', 'password'], renderForm, async (ctx, { email, password }) => {
    requireOpenSignUp();
    await signUp.execute({ email, password, client: clientOf(ctx) });
    // Without signing in, which would tell a new email from a known one.
    leaveFlash(ctx, cookies, { notice: 'sign-up', email });
    seeOther(ctx, '/account/sign-in');
  });
}

function signInRoutes({ pages, render, cookies, clientOf, signIn, signOut, signUpOpen }: Options): void {
  const renderForm: RenderForm<'email'> = (ctx, form, violations) => {
    const { email, path, fields } = ctx.state.flash ?? {};
    if (path !== undefined) leaveFlash(ctx, cookies, { path, fields }); // until the sign-in
    if (violations === undefined && ctx.state.browserSession !== undefined) seeOther(ctx, '/animals');
    else render(ctx, 'sign-in', { typedEmail: form.email ?? email ?? '', violations, signUpOpen });
  };

  pages.form('/account/sign-in', 'everyone', ['email', 'password'], renderForm, async (ctx, { email, password }) => {
    const client = clientOf(ctx);
    const token = await signIn.execute({ email, password, client });
    const before = sessionOf(ctx);
    if (before !== undefined) await signOut.execute(before.token, client.address);
    cookies.write(ctx, SESSION_COOKIE, token);
    seeOther(ctx, readFlash(ctx, cookies).path ?? '/animals');
  });

  pages.action('/account/sign-out', 'everyone', [], async (ctx) => {
    const session = sessionOf(ctx);
    if (session !== undefined) await signOut.execute(session.token, clientOf(ctx).address);
    cookies.write(ctx, SESSION_COOKIE, '');
    leaveFlash(ctx, cookies, { notice: 'sign-out' });
    seeOther(ctx, '/account/sign-in');
  });
}

function accountPage(options: Options): void {
  const { pages, render, cookies, clientOf, pageApiKeys, listSessions, endSession, endOtherSessions } = options;

  pages.page('/account', 'signed in', async (ctx) => {
    const query = readQuery(ctx);
    const older = query.get('older') ?? undefined;
    const isAll = query.get('keys') === 'all';
    const { id } = accountOf(ctx);
    const { keys, next } = await pageApiKeys.execute(id, older, isAll ? undefined : 'active');
    const sessions = await listSessions.execute(id, tokenOf(ctx));
    render(ctx, 'account', { keys, next, isFirst: older === undefined, isAll, sessions });
  });

  pages.action('/account/sessions/end', 'signed in', ['session'], async (ctx, { session }) => {
    await endSession.execute(accountOf(ctx).id, session, clientOf(ctx).address);
    leaveFlash(ctx, cookies, { notice: 'session' });
    seeOther(ctx, '/account');
  });

  pages.action('/account/sessions/end-others', 'signed in', [], async (ctx) => {
    await endOtherSessions.execute(accountOf(ctx).id, tokenOf(ctx), clientOf(ctx).address);
    leaveFlash(ctx, cookies, { notice: 'sessions' });
    seeOther(ctx, '/account');
  });
}

function passwordRoutes({ pages, render, cookies, clientOf, confirmPassword, setPassword }: Options): void {
  const renderForm: RenderForm = (ctx, _, violations) => render(ctx, 'password', { violations });

  pages.form('/account/password', 'signed in', ['current-password', 'new-password'], renderForm, async (ctx, form) => {
    const { id, email } = accountOf(ctx);
    const { address } = clientOf(ctx);
    const { 'current-password': current, 'new-password': password } = form;
    await confirmPassword.execute(id, current, address);
    await setPassword.execute(email, password, { current, address });
    cookies.write(ctx, SESSION_COOKIE, '');
    leaveFlash(ctx, cookies, { notice: 'password', email });
    seeOther(ctx, '/account/sign-in');
  });
}

function deletionRoutes({ pages, render, cookies, clientOf, confirmPassword, deleteAccount }: Options): void {
  const renderForm: RenderForm = (ctx, _, violations) => render(ctx, 'delete', { violations });

  pages.form('/account/delete', 'signed in', ['current-password'], renderForm, async (ctx, form) => {
    const { id } = accountOf(ctx);
    const { address } = clientOf(ctx);
    await confirmPassword.execute(id, form['current-password'], address);
    await deleteAccount.execute(id, address);
    cookies.write(ctx, SESSION_COOKIE, '');
    leaveFlash(ctx, cookies, { notice: 'deletion' });
    seeOther(ctx, '/');
  });
}
