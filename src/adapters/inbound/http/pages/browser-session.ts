import type { Cookies } from './cookies.js';
import type { BrowserSession, HttpContext, HttpMiddleware } from '../state.js';
import type { ResumeSession } from '../../../../application/sessions/resume-session.js';
import type { Account } from '../../../../domain/account.js';
import { hasCode } from '../../../../domain/errors.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Finds the session of the request. While the store is unavailable, only a page that needs the session fails. */
export function browserSession(resumeSession: ResumeSession, cookies: Cookies): HttpMiddleware {
  return async (ctx, next) => {
    const token = cookies.read(ctx, 'session');
    if (token !== undefined && TOKEN.test(token)) {
      try {
        const account = await resumeSession.execute(token);
        if (account !== undefined) ctx.state.browserSession = { token, account };
      } catch (error) {
        if (!hasCode(error, 'unavailable')) throw error;
        ctx.state.sessionError = error;
      }
    }
    await next();
  };
}

/**
 * Returns the session, or `undefined` for a visitor who is not signed in.
 * @throws DomainError `unavailable` when the session could not be looked up
 */
export function sessionOf({ state }: HttpContext): BrowserSession | undefined {
  if (state.sessionError !== undefined) throw state.sessionError;
  return state.browserSession;
}

/** Returns the session of a page that is only for signed-in accounts. */
export function ownSessionOf({ state }: HttpContext): BrowserSession {
  if (state.browserSession === undefined) throw new Error('this page is not limited to signed-in accounts');
  return state.browserSession;
}

export function accountOf(ctx: HttpContext): Account {
  return ownSessionOf(ctx).account;
}
