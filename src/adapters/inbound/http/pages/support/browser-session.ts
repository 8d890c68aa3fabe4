import type { HttpContext, HttpMiddleware } from '../../state.js';
import type { SessionUseCases } from '../../../../../application/sessions.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Reads and writes the cookie with the token of the session, which lasts until the browser ends (RFC 6265bis). */
export class SessionCookie {
  /**
   * @param secure whether browsers reach the service over TLS only, to which the cookie is then bound
   * @param prefix the path under which browsers reach the service; it is empty if there is none
   * @param publicBaseUrl its port is used when a proxy in front of the service does not pass the Host on
   */
  constructor(
    private readonly secure: boolean,
    private readonly prefix: string,
    private readonly publicBaseUrl: string | undefined,
  ) {}

  /**
   * Returns the name of the cookie. It ends with the port, except the default one, because cookies do not tell ports apart
   * (RFC 6265, section 8.5): signing in to one of two services on a host would end the session at the other.
   */
  private nameFor(ctx: HttpContext): string {
    const { secure, prefix, publicBaseUrl } = this;
    // Browsers accept a `__Host-` cookie only if it is for every path of its host (RFC 6265bis, section 4.1.3).
    const bound = prefix === '' ? '__Host-session' : '__Secure-session';
    const port = publicBaseUrl === undefined ? /:(\d+)$/.exec(ctx.get('Host'))?.[1] : new URL(publicBaseUrl).port;
    return [secure ? bound : 'session', ...(port ? [port] : [])].join('-');
  }

  read(ctx: HttpContext): string | undefined {
    return ctx.cookies.get(this.nameFor(ctx));
  }

  /** @param token the value of the cookie; an empty one deletes it */
  write(ctx: HttpContext, token: string): void {
    const { secure, prefix } = this;
    ctx.cookies.secure = secure; // A proxy may end TLS, which Koa cannot see.
    ctx.cookies.set(this.nameFor(ctx), token, {
      path: prefix || '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      overwrite: true,
    });
  }
}

/** Finds the session of the request, if its browser is signed in. */
export function browserSession(sessions: SessionUseCases, cookie: SessionCookie): HttpMiddleware {
  return async (ctx, next) => {
    const token = cookie.read(ctx);
    if (token !== undefined && TOKEN.test(token)) {
      const account = await sessions.resumeSession(token);
      if (account !== undefined) ctx.state.browserSession = { token, account };
    }
    await next();
  };
}

/** Returns the session of a page that is only for signed-in accounts. */
export function ownSessionOf({ state }: HttpContext) {
  if (state.browserSession === undefined) throw new Error('this page is not limited to signed-in accounts');
  const { account, token } = state.browserSession;
  return { account, accountId: account.id, token };
}
