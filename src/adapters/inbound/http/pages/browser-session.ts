import { randomBytes } from 'node:crypto';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import type { Account } from '../../../../domain/account.js';
import { DomainError } from '../../../../domain/errors.js';
import type { Phase } from '../middleware/availability.js';
import type { BrowserSession, HttpContext, HttpMiddleware } from '../state.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The cookie that holds the token of a session. */
export class SessionCookie {
  private readonly name: string;

  /** @param secure whether browsers reach the service over TLS only; binds the cookie to this host (RFC 6265bis, section 4.1.3.2). */
  constructor(private readonly secure: boolean) {
    this.name = secure ? '__Host-session' : 'session';
  }

  read(ctx: HttpContext): string | undefined {
    const token = ctx.cookies.get(this.name);
    return token !== undefined && TOKEN.test(token) ? token : undefined;
  }

  /** Without an expiry: the browser drops it when it closes, and the server decides how long a session lasts. */
  write(ctx: HttpContext, token: string): void {
    const { name, secure } = this;
    ctx.cookies.secure = secure; // a proxy may end TLS, which Koa cannot see
    ctx.cookies.set(name, token, { httpOnly: true, sameSite: 'lax', secure, overwrite: true });
  }

  clear(ctx: HttpContext): void {
    this.write(ctx, '');
  }
}

const EMAIL_COOKIE = 'signed-up-email';
const EMAIL_OPTIONS = { httpOnly: true, sameSite: 'lax', path: '/account/sign-in', overwrite: true } as const;
const EMAIL_MAX_LENGTH = 254;

/** The cookie that carries the email from sign-up to sign-in, so that it need not be typed again. */
export const signedUpEmail = {
  /** At most ten minutes, for the sign-in page alone. */
  write(ctx: HttpContext, email: string): void {
    const value = Buffer.from(email).toString('base64url');
    ctx.cookies.set(EMAIL_COOKIE, value, { ...EMAIL_OPTIONS, maxAge: 600_000 });
  },
  read(ctx: HttpContext): string {
    const email = Buffer.from(ctx.cookies.get(EMAIL_COOKIE) ?? '', 'base64url').toString();
    return email.length <= EMAIL_MAX_LENGTH ? email : '';
  },
  clear(ctx: HttpContext): void {
    if (ctx.cookies.get(EMAIL_COOKIE) !== undefined) ctx.cookies.set(EMAIL_COOKIE, '', EMAIL_OPTIONS);
  },
};

/** Finds the session of the request. A browser without a cookie gets a random one, so that its forms have CSRF tokens. */
export function browserSession(resumeSession: ResumeSession, cookie: SessionCookie): HttpMiddleware {
  return async (ctx, next) => {
    const known = cookie.read(ctx);
    const token = known ?? randomBytes(32).toString('base64url');
    const account = known === undefined ? undefined : await resumeSession.execute(known);
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
): HttpMiddleware {
  return async (ctx, next) => {
    const token = cookie.read(ctx);
    if (token !== undefined && phase() === 'serving') {
      const account = await resumeSession.execute(token).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'unavailable') return undefined;
        throw error;
      });
      ctx.state.browserSession = { token, account };
    }
    await next();
  };
}

export function browserSessionOf({ state }: HttpContext): BrowserSession {
  if (state.browserSession === undefined) throw new Error('this route has no browserSession middleware');
  return state.browserSession;
}

export function accountOf(ctx: HttpContext): Account {
  const { account } = browserSessionOf(ctx);
  if (account === undefined) throw new Error('this route is not for signed-in accounts alone');
  return account;
}
