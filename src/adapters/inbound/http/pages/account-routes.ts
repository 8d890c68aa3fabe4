import { PageError } from './errors.js';
import { noticeOf } from './notices.js';
import type { PageRouter } from './page-router.js';
import { showAgain, type Show } from './render.js';
import type { PageContext } from './state.js';
import type { Fault } from './views.js';
import { accountOf, seeOther, browserSessionOf, type SessionCookie } from './browser-session.js';
import type { ConfirmPassword } from '../../../../application/accounts/confirm-password.js';
import type { DeleteAccount } from '../../../../application/accounts/delete-account.js';
import type { SetPassword } from '../../../../application/accounts/set-password.js';
import type { SignIn } from '../../../../application/sessions/sign-in.js';
import type { SignOut } from '../../../../application/sessions/sign-out.js';
import type { Client } from '../../../../domain/client.js';
import type { SignUp } from '../../../../application/accounts/sign-up.js';

export interface AccountOperations {
  readonly signUp: SignUp;
  readonly signIn: SignIn;
  readonly signOut: SignOut;
  readonly confirmPassword: ConfirmPassword;
  readonly setPassword: SetPassword;
  readonly deleteAccount: DeleteAccount;
}

export interface AccountSurroundings {
  readonly cookie: SessionCookie;
  /** Whether anybody may sign up. */
  readonly signUpOpen: boolean;
  readonly clientOf: (ctx: PageContext) => Client;
}

/** Signing up, in and out, and what an account holder does with the account as a whole. */
export function accountRoutes(
  pages: PageRouter,
  show: Show,
  { signUp, signIn, signOut, confirmPassword, setPassword, deleteAccount }: AccountOperations,
  { cookie, signUpOpen, clientOf }: AccountSurroundings,
): void {
  function showSignUp(ctx: PageContext, typed: string, fault?: Fault): void {
    show(ctx, 'sign-up', { typed, fault });
  }

  function requireOpenSignUp(): void {
    if (signUpOpen) return;
    throw new PageError('sign_up_closed', 'Whoever runs this service makes the accounts; ask them for one.');
  }

  pages.page('/account/sign-up', 'anybody', async (ctx) => {
    requireOpenSignUp();
    if (browserSessionOf(ctx).account === undefined) showSignUp(ctx, '');
    else seeOther(ctx, '/account');
  });

  pages.form('/account/sign-up', 'anybody', ['email', 'password'], async (ctx, { email, password }) => {
    requireOpenSignUp();
    try {
      await signUp.execute({ email, password, client: clientOf(ctx) });
    } catch (error) {
      showAgain(ctx, error, { email: 'email', password: 'password' }, (fault) => showSignUp(ctx, email, fault));
      return;
    }
    // Not signed in at once: that would tell a new email from a known one.
    seeOther(ctx, '/account/sign-in?after=sign-up');
  });

  function showSignIn(ctx: PageContext, typed: string, fault?: Fault): void {
    show(ctx, 'sign-in', { typed, fault, notice: noticeOf(ctx), signUpOpen });
  }

  pages.page('/account/sign-in', 'anybody', async (ctx) => {
    if (browserSessionOf(ctx).account === undefined) showSignIn(ctx, '');
    else seeOther(ctx, '/account');
  });

  pages.form('/account/sign-in', 'anybody', ['email', 'password'], async (ctx, { email, password }) => {
    let token: string;
    try {
      token = await signIn.execute({ email, password, client: clientOf(ctx) });
    } catch (error) {
      showAgain(ctx, error, { email: 'email' }, (fault) => showSignIn(ctx, email, fault));
      return;
    }
    const before = browserSessionOf(ctx);
    if (before.account !== undefined) await signOut.execute(before.token);
    cookie.write(ctx, token);
    seeOther(ctx, '/account');
  });

  pages.form('/account/sign-out', 'anybody', [], async (ctx) => {
    await signOut.execute(browserSessionOf(ctx).token);
    cookie.clear(ctx);
    seeOther(ctx, '/account/sign-in?after=sign-out');
  });

  pages.page('/account/password', 'account holder', async (ctx) => show(ctx, 'password', {}));

  pages.form('/account/password', 'account holder', ['current-password', 'new-password'], async (ctx, form) => {
    const { id, email } = accountOf(ctx);
    const showPassword = (fault: Fault) => show(ctx, 'password', { fault });
    try {
      await confirmPassword.execute(id, form['current-password']);
    } catch (error) {
      showAgain(ctx, error, { password: 'current-password' }, showPassword);
      return;
    }
    try {
      await setPassword.execute(email, form['new-password']);
    } catch (error) {
      showAgain(ctx, error, { password: 'new-password' }, showPassword);
      return;
    }
    cookie.clear(ctx);
    seeOther(ctx, '/account/sign-in?after=password');
  });

  pages.page('/account/delete', 'account holder', async (ctx) => show(ctx, 'delete', {}));

  pages.form('/account/delete', 'account holder', ['current-password'], async (ctx, form) => {
    const { id } = accountOf(ctx);
    try {
      await confirmPassword.execute(id, form['current-password']);
    } catch (error) {
      showAgain(ctx, error, { password: 'current-password' }, (fault) => show(ctx, 'delete', { fault }));
      return;
    }
    await deleteAccount.execute(id);
    cookie.clear(ctx);
    seeOther(ctx, '/?after=deletion');
  });
}
