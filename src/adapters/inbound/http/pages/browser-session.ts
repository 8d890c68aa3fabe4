import { randomBytes } from 'node:crypto';
import { csrfTokenOf } from './csrf-token.js';
import type { BrowserSession, PageContext, PageMiddleware } from './state.js';
import type { Layout } from './views.js';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import type { Account } from '../../../../domain/account.js';
import { DomainError } from '../../../../domain/errors.js';
import type { Phase } from '../middleware/availability.js';

/** The cookie that holds the token of a session. */
export interface SessionCookie {
  read(ctx: PageContext): string | undefined;
  /** Without an expiry: the browser drops it when it closes, and the server decides how long a session lasts. */
  write(ctx: PageContext, token: string): void;
  clear(ctx: PageContext): void;
}

const EMAIL_COOKIE = 'signed-up-email';
const EMAIL_OPTIONS = { httpOnly: true, sameSite: 'lax', path: '/account/sign-in', overwrite: true } as const;
const EMAIL_MAX_LENGTH = 254;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The cookie that carries the email from sign-up to sign-in, so that it need not be typed again. */
export const signedUpEmail = {
  /** At most ten minutes, for the sign-in page alone. */
  write(ctx: PageContext, email: string): void {
    const value = Buffer.from(email).toString('base64url');
    ctx.cookies.set(EMAIL_COOKIE, value, { ...EMAIL_OPTIONS, maxAge: 600_000 });
  },
  read(ctx: PageContext): string {
    const email = Buffer.from(ctx.cookies.get(EMAIL_COOKIE) ?? '', 'base64url').toString();
    return email.length <= EMAIL_MAX_LENGTH ? email : '';
  },
  clear(ctx: PageContext): void {
    if (ctx.cookies.get(EMAIL_COOKIE) !== undefined) ctx.cookies.set(EMAIL_COOKIE, '', EMAIL_OPTIONS);
  },
};

/** @param secure whether browsers reach the service over TLS alone; binds the cookie to this host (RFC 6265bis, section 4.1.3.2). */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-session' : 'session';

  function set(ctx: PageContext, token: string): void {
    ctx.cookies.secure = secure; // a proxy may end TLS, which Koa cannot see
    ctx.cookies.set(name, token, { httpOnly: true, sameSite: 'lax', secure, overwrite: true });
  }

  return {
    read(ctx) {
      const token = ctx.cookies.get(name);
      return token !== undefined && TOKEN.test(token) ? token : undefined;
    },
    write: set,
    clear: (ctx) => set(ctx, ''),
  };
}

/** Finds the session of the request. A browser without a cookie gets a random one, so that its forms have CSRF tokens. */
export function browserSession(resumeSession: ResumeSession, cookie: SessionCookie): PageMiddleware {
  return async (ctx, next) => {
    const known = cookie.read(ctx);
    const account = known === undefined ? undefined : await resumeSession.execute(known);
    if (account !== undefined) ctx.state.accountId = account.id;
    const token = known ?? randomBytes(32).toString('base64url');
    ctx.state.browserSession = { token, account };
    if (known === undefined) cookie.write(ctx, token);
    await next();
  };
}

/** Finds the session for a page that everyone can see, also when the store is unavailable: then as for a visitor without a session. */
export function optionalSession(
  resumeSession: ResumeSession,
  cookie: SessionCookie,
  phase: () => Phase,
): PageMiddleware {
  return async (ctx, next) => {
    const token = cookie.read(ctx);
    if (token !== undefined && phase() === 'serving') {
      const account = await resumeSession.execute(token).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'unavailable') return undefined;
        throw error;
      });
      if (account !== undefined) {
        ctx.state.accountId = account.id;
        ctx.state.browserSession = { token, account };
      }
    }
    await next();
  };
}

/** Redirects to the sign-in page unless an account is signed in. */
export const requireSignIn: PageMiddleware = async (ctx, next) => {
  if (browserSessionOf(ctx).account === undefined) seeOther(ctx, '/account/sign-in');
  else await next();
};

export function browserSessionOf({ state }: PageContext): BrowserSession {
  if (state.browserSession === undefined) throw new Error('this route has no browserSession middleware');
  return state.browserSession;
}

export function accountOf(ctx: PageContext): Account {
  const { account } = browserSessionOf(ctx);
  if (account === undefined) throw new Error('this route has no requireSignIn middleware');
  return account;
}

/** The data of the layout. */
export function layoutOf({ state: { browserSession: session } }: PageContext): Layout {
  if (session === undefined) return {};
  return { csrfToken: csrfTokenOf(session.token), ...(session.account && { email: session.account.email }) };
}

/** After a form: the browser continues with GET (RFC 9110, section 15.4.4), so that a reload repeats nothing. */
export function seeOther(ctx: PageContext, path: string): void {
  ctx.body = null; // before the status, which Koa would make a 204
  ctx.status = 303;
  ctx.set('Location', path);
}
