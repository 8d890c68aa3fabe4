import { randomBytes } from 'node:crypto';
import type { BrowserSession, PageContext, PageMiddleware } from './state.js';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import type { Account } from '../../../../domain/account.js';
import { DomainError } from '../../../../domain/errors.js';
import type { Phase } from '../middleware/availability.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The cookie that holds the token of a session. */
export class SessionCookie {
  private readonly name: string;

  /** @param secure whether browsers reach the service over TLS alone; binds the cookie to this host (RFC 6265bis, section 4.1.3.2). */
  constructor(private readonly secure: boolean) {
    this.name = secure ? '__Host-session' : 'session';
  }

  read(ctx: PageContext): string | undefined {
    const token = ctx.cookies.get(this.name);
    return token !== undefined && TOKEN.test(token) ? token : undefined;
  }

  /** Without an expiry: the browser drops it when it closes, and the server decides how long a session lasts. */
  write(ctx: PageContext, token: string): void {
    const { name, secure } = this;
    ctx.cookies.secure = secure; // a proxy may end TLS, which Koa cannot see
    ctx.cookies.set(name, token, { httpOnly: true, sameSite: 'lax', secure, overwrite: true });
  }

  clear(ctx: PageContext): void {
    this.write(ctx, '');
  }
}

const EMAIL_COOKIE = 'signed-up-email';
const EMAIL_OPTIONS = { httpOnly: true, sameSite: 'lax', path: '/account/sign-in', overwrite: true } as const;
const EMAIL_MAX_LENGTH = 254;

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

/** Finds the session of the request. A browser without a cookie gets a random one, so that its forms have CSRF tokens. */
export function browserSession(resumeSession: ResumeSession, cookie: SessionCookie): PageMiddleware {
  return async (ctx, next) => {
    const known = cookie.read(ctx);
    const token = known ?? randomBytes(32).toString('base64url');
    remember(ctx, token, known === undefined ? undefined : await resumeSession.execute(known));
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
      remember(ctx, token, account);
    }
    await next();
  };
}

function remember({ state }: PageContext, token: string, account: Account | undefined): void {
  state.browserSession = { token, account };
  if (account !== undefined) state.accountId = account.id;
}

export function browserSessionOf({ state }: PageContext): BrowserSession {
  if (state.browserSession === undefined) throw new Error('this route has no browserSession middleware');
  return state.browserSession;
}

export function accountOf(ctx: PageContext): Account {
  const { account } = browserSessionOf(ctx);
  if (account === undefined) throw new Error('this route is not for signed-in accounts alone');
  return account;
}
