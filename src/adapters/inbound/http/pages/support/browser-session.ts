import { PageCookie, type CookieScope } from './page-cookie.js';
import type { HttpContext, HttpMiddleware } from '../../state.js';
import type { SessionUseCases } from '../../../../../application/sessions.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Returns the cookie with the token of the session, which lasts until the browser ends. */
export function sessionCookie(scope: CookieScope): PageCookie {
  return new PageCookie('animal-store-session', TOKEN, scope);
}

export function browserSession(sessions: SessionUseCases, cookie: PageCookie): HttpMiddleware {
  return async (ctx, next) => {
    const token = cookie.read(ctx);
    const account = token === undefined ? undefined : await sessions.resumeSession(token);
    if (token !== undefined && account !== undefined) ctx.state.browserSession = { token, account };
    await next();
  };
}

export function ownSessionOf({ state }: HttpContext) {
  if (state.browserSession === undefined) throw new Error('this page is not limited to signed-in accounts');
  const { account, token } = state.browserSession;
  return { account, accountId: account.id, token };
}
