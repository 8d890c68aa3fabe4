import { randomBytes } from 'node:crypto';
import { csrfTokenOf } from './csrf-token.js';
import type { PageContext, PageMiddleware, BrowserSession } from './state.js';
import type { Layout } from './views.js';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import type { Account } from '../../../../domain/account.js';

/** The cookie that makes a visit of single requests. */
export interface SessionCookie {
  read(ctx: PageContext): string | undefined;
  /** Lives until the browser ends; how long a session does is the server's to say. */
  write(ctx: PageContext, token: string): void;
  clear(ctx: PageContext): void;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** @param secure whether browsers reach us over TLS alone; the cookie is then bound to this very host (RFC 6265bis). */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? '__Host-session' : 'session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read(ctx) {
      const token = ctx.cookies.get(name);
      return token !== undefined && TOKEN.test(token) ? token : undefined;
    },
    write: (ctx, token) => ctx.set('Set-Cookie', `${name}=${token}; ${attributes}`),
    clear: (ctx) => ctx.set('Set-Cookie', `${name}=; ${attributes}; Max-Age=0`),
  };
}

/** Finds out who asks. Who comes without a cookie gets one, so that the forms they are shown can be told from forgeries. */
export function browserSession(resumeSession: ResumeSession, cookie: SessionCookie): PageMiddleware {
  return async (ctx, next) => {
    const known = cookie.read(ctx);
    const account = known === undefined ? undefined : await resumeSession.execute(known);
    if (account !== undefined) ctx.state.accountId = account.id;
    ctx.state.visit = { token: known ?? randomBytes(32).toString('base64url'), account };
    if (known === undefined) cookie.write(ctx, ctx.state.visit.token);
    await next();
  };
}

/** Sends whoever is not signed in to where they can be. */
export const signedIn: PageMiddleware = async (ctx, next) => {
  if (browserSessionOf(ctx).account === undefined) seeOther(ctx, '/account/sign-in');
  else await next();
};

export function browserSessionOf({ state }: PageContext): BrowserSession {
  if (state.visit === undefined) throw new Error('a page was reached without a visit');
  return state.visit;
}

export function accountOf(ctx: PageContext): Account {
  const { account } = browserSessionOf(ctx);
  if (account === undefined) throw new Error('a page of an account was reached by somebody who is not signed in');
  return account;
}

/** What every page shows of the visit. */
export function layoutOf({ state: { visit } }: PageContext): Layout {
  if (visit === undefined) return {};
  return { csrfToken: csrfTokenOf(visit.token), ...(visit.account && { email: visit.account.email }) };
}

/** After a form: the browser goes on by GET (RFC 9110, section 15.4.4), so that loading again repeats nothing. */
export function seeOther(ctx: PageContext, path: string): void {
  ctx.body = null; // before the status, which Koa would make a 204
  ctx.status = 303;
  ctx.set('Location', path);
}
