import { accountOf, browserSessionOf, signedUpEmail } from './browser-session.js';
import { PageError } from './errors.js';
import { seeOther, type ShowForm, type Site } from './page-router.js';
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

type Options = AccountOptions & Site;

/** Signing up, in and out; the page of the account with its API keys and sessions; its password and its deletion. */
export function accountRoutes(options: Options): void {
  signUpRoutes(options);
  signInRoutes(options);
  accountPage(options);
  passwordRoutes(options);
  deletionRoutes(options);
}

function signUpRoutes({ pages, show, clientOf, signUp, signUpOpen }: Options): void {
  function requireOpenSignUp(): void {
    if (!signUpOpen) throw new PageError('sign_up_closed', 'Ask the operator of this service for an account.');
  }

  const showForm: ShowForm<'email'> = (ctx, form, violation) => {
    requireOpenSignUp();
    if (form === undefined && browserSessionOf(ctx).account !== undefined) seeOther(ctx, '/account');
    else show(ctx, 'sign-up', { typedEmail: form?.email ?? '', violation });
  };

  pages.form('/account/sign-up', 'everyone', ['email', 'password'], showForm, async (ctx, { email, password }) => {
    requireOpenSignUp();
    await signUp.execute({ email, password, client: clientOf(ctx) });
    // Without signing in, which would tell a new email from a known one.
    signedUpEmail.write(ctx, email);
    seeOther(ctx, '/account/sign-in?after=sign-up');
  });
}

function signInRoutes({ pages, show, cookie, clientOf, signIn, signOut, signUpOpen }: Options): void {
  const showForm: ShowForm<'email'> = (ctx, form, violation) => {
    if (form === undefined && browserSessionOf(ctx).account !== undefined) seeOther(ctx, '/account');
    else show(ctx, 'sign-in', { typedEmail: form?.email ?? signedUpEmail.read(ctx), violation, signUpOpen });
  };

  pages.form('/account/sign-in', 'everyone', ['email', 'password'], showForm, async (ctx, { email, password }) => {
    const client = clientOf(ctx);
    const token = await signIn.execute({ email, password, client }, ctx.state.signal);
    const before = browserSessionOf(ctx);
    if (before.account !== undefined) await signOut.execute(before.token, client.address);
    cookie.write(ctx, token);
    signedUpEmail.clear(ctx);
    seeOther(ctx, '/account');
  });

  pages.action('/account/sign-out', 'everyone', [], async (ctx) => {
    await signOut.execute(browserSessionOf(ctx).token, clientOf(ctx).address);
    cookie.clear(ctx);
    seeOther(ctx, '/account/sign-in?after=sign-out');
  });
}

function accountPage(options: Options): void {
  const { pages, show, clientOf, pageApiKeys, listSessions, endSession, endOtherSessions } = options;

  pages.page('/account', 'signed in', async (ctx) => {
    const query = readQuery(ctx);
    const older = query.get('older') ?? undefined;
    const isAll = query.get('keys') === 'all';
    const { id } = accountOf(ctx);
    const { keys, next } = await pageApiKeys.execute(id, older, isAll ? undefined : 'active');
    const sessions = await listSessions.execute(id, browserSessionOf(ctx).token);
    show(ctx, 'account', { keys, next, isFirst: older === undefined, isAll, sessions });
  });

  pages.action('/account/sessions/end', 'signed in', ['session'], async (ctx, { session }) => {
    await endSession.execute(accountOf(ctx).id, session, clientOf(ctx).address);
    seeOther(ctx, '/account?after=session');
  });

  pages.action('/account/sessions/end-others', 'signed in', [], async (ctx) => {
    await endOtherSessions.execute(accountOf(ctx).id, browserSessionOf(ctx).token, clientOf(ctx).address);
    seeOther(ctx, '/account?after=sessions');
  });
}

function passwordRoutes({ pages, show, cookie, clientOf, confirmPassword, setPassword }: Options): void {
  const showForm: ShowForm = (ctx, _, violation) => show(ctx, 'password', { violation });

  pages.form('/account/password', 'signed in', ['current-password', 'new-password'], showForm, async (ctx, form) => {
    const { id, email } = accountOf(ctx);
    const { address } = clientOf(ctx);
    await confirmPassword.execute(id, form['current-password'], address);
    await setPassword.execute(email, form['new-password'], address);
    cookie.clear(ctx);
    seeOther(ctx, '/account/sign-in?after=password');
  });
}

function deletionRoutes({ pages, show, cookie, clientOf, confirmPassword, deleteAccount }: Options): void {
  const showForm: ShowForm = (ctx, _, violation) => show(ctx, 'delete', { violation });

  pages.form('/account/delete', 'signed in', ['current-password'], showForm, async (ctx, form) => {
    const { id } = accountOf(ctx);
    const { address } = clientOf(ctx);
    await confirmPassword.execute(id, form['current-password'], address);
    await deleteAccount.execute(id, address);
    cookie.clear(ctx);
    seeOther(ctx, '/?after=deletion');
  });
}
