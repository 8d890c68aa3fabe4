import { accountOf, browserSessionOf, seeOther, signedUpEmail, type SessionCookie } from './browser-session.js';
import { PageError } from './errors.js';
import { noticeOf } from './notices.js';
import type { PageRouter } from './page-router.js';
import { showAgain, type Show } from './render.js';
import type { PageContext } from './state.js';
import type { Violation } from './views.js';
import type { ConfirmPassword } from '../../../../application/accounts/confirm-password.js';
import type { DeleteAccount } from '../../../../application/accounts/delete-account.js';
import type { SetPassword } from '../../../../application/accounts/set-password.js';
import type { SignUp } from '../../../../application/accounts/sign-up.js';
import type { SignIn } from '../../../../application/sessions/sign-in.js';
import type { SignOut } from '../../../../application/sessions/sign-out.js';
import type { Client } from '../../../../domain/client.js';

export interface AccountUseCases {
  readonly signUp: SignUp;
  readonly signIn: SignIn;
  readonly signOut: SignOut;
  readonly confirmPassword: ConfirmPassword;
  readonly setPassword: SetPassword;
  readonly deleteAccount: DeleteAccount;
}

export interface AccountRouteOptions {
  readonly cookie: SessionCookie;
  /** Whether everyone may sign up. */
  readonly signUpOpen: boolean;
  readonly clientOf: (ctx: PageContext) => Client;
}

/** Signing up, in and out, changing the password and deleting the account. */
export function accountRoutes(
  pages: PageRouter,
  show: Show,
  useCases: AccountUseCases,
  options: AccountRouteOptions,
): void {
  signUpRoutes(pages, show, useCases, options);
  signInRoutes(pages, show, useCases, options);
  passwordRoutes(pages, show, useCases, options);
  deletionRoutes(pages, show, useCases, options);
}

function signUpRoutes(
  pages: PageRouter,
  show: Show,
  { signUp }: AccountUseCases,
  { signUpOpen, clientOf }: AccountRouteOptions,
): void {
  function requireOpenSignUp(): void {
    if (!signUpOpen) throw new PageError('sign_up_closed', 'Ask the operator of this service for an account.');
  }

  pages.page('/account/sign-up', 'everyone', async (ctx) => {
    requireOpenSignUp();
    if (browserSessionOf(ctx).account === undefined) show(ctx, 'sign-up', { typedEmail: '' });
    else seeOther(ctx, '/account');
  });

  pages.form('/account/sign-up', 'everyone', ['email', 'password'], async (ctx, { email, password }) => {
    requireOpenSignUp();
    try {
      await signUp.execute({ email, password, client: clientOf(ctx) });
    } catch (error) {
      const showForm = (violation: Violation) => show(ctx, 'sign-up', { typedEmail: email, violation });
      showAgain(ctx, error, { email: 'email', password: 'password' }, showForm);
      return;
    }
    // Without signing in, which would tell a new email from a known one.
    signedUpEmail.write(ctx, email);
    seeOther(ctx, '/account/sign-in?after=sign-up');
  });
}

function signInRoutes(
  pages: PageRouter,
  show: Show,
  { signIn, signOut }: AccountUseCases,
  { cookie, signUpOpen, clientOf }: AccountRouteOptions,
): void {
  function showForm(ctx: PageContext, typedEmail: string, violation?: Violation): void {
    show(ctx, 'sign-in', { typedEmail, violation, notice: noticeOf(ctx), signUpOpen });
  }

  pages.page('/account/sign-in', 'everyone', async (ctx) => {
    if (browserSessionOf(ctx).account === undefined) showForm(ctx, signedUpEmail.read(ctx));
    else seeOther(ctx, '/account');
  });

  pages.form('/account/sign-in', 'everyone', ['email', 'password'], async (ctx, { email, password }) => {
    const client = clientOf(ctx);
    let token: string;
    try {
      token = await signIn.execute({ email, password, client }, ctx.state.deadline?.signal);
    } catch (error) {
      showAgain(ctx, error, { email: 'email' }, (violation) => showForm(ctx, email, violation));
      return;
    }
    const before = browserSessionOf(ctx);
    if (before.account !== undefined) await signOut.execute(before.token, client.address);
    cookie.write(ctx, token);
    signedUpEmail.clear(ctx);
    seeOther(ctx, '/account');
  });

  pages.form('/account/sign-out', 'everyone', [], async (ctx) => {
    await signOut.execute(browserSessionOf(ctx).token, clientOf(ctx).address);
    cookie.clear(ctx);
    seeOther(ctx, '/account/sign-in?after=sign-out');
  });
}

function passwordRoutes(
  pages: PageRouter,
  show: Show,
  { confirmPassword, setPassword }: AccountUseCases,
  { cookie, clientOf }: AccountRouteOptions,
): void {
  pages.page('/account/password', 'signed in', async (ctx) => show(ctx, 'password', {}));

  pages.form('/account/password', 'signed in', ['current-password', 'new-password'], async (ctx, form) => {
    const { id, email } = accountOf(ctx);
    const { address } = clientOf(ctx);
    const showForm = (violation: Violation) => show(ctx, 'password', { violation });
    try {
      await confirmPassword.execute(id, form['current-password'], address);
    } catch (error) {
      showAgain(ctx, error, { password: 'current-password' }, showForm);
      return;
    }
    try {
      await setPassword.execute(email, form['new-password'], address);
    } catch (error) {
      showAgain(ctx, error, { password: 'new-password' }, showForm);
      return;
    }
    cookie.clear(ctx);
    seeOther(ctx, '/account/sign-in?after=password');
  });
}

function deletionRoutes(
  pages: PageRouter,
  show: Show,
  { confirmPassword, deleteAccount }: AccountUseCases,
  { cookie, clientOf }: AccountRouteOptions,
): void {
  pages.page('/account/delete', 'signed in', async (ctx) => show(ctx, 'delete', {}));

  pages.form('/account/delete', 'signed in', ['current-password'], async (ctx, form) => {
    const { id } = accountOf(ctx);
    const { address } = clientOf(ctx);
    try {
      await confirmPassword.execute(id, form['current-password'], address);
    } catch (error) {
      showAgain(ctx, error, { password: 'current-password' }, (violation) => show(ctx, 'delete', { violation }));
      return;
    }
    await deleteAccount.execute(id, address);
    cookie.clear(ctx);
    seeOther(ctx, '/?after=deletion');
  });
}
