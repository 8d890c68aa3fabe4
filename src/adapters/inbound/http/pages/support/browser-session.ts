import type { HttpContext, HttpMiddleware } from '../../state.js';
import type { SessionUseCases } from '../../../../../application/sessions.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * How many tokens of one request are looked up. A browser sends two cookies with one name if two services on one host
 * have different paths; a page of another service on the host may have set more.
 */
const MAX_TOKENS = 4;

/** Reads and writes the cookie with the token of the session, which lasts until the browser ends (RFC 6265bis). */
export class SessionCookie {
  private readonly publicUrl: URL | undefined;

  /**
   * @param secure whether browsers reach the service over TLS only, to which the cookie is then bound
   * @param prefix the path under which browsers reach the service; it is empty if there is none
   * @param publicBaseUrl its port is used when a proxy in front of the service does not pass the Host on
   */
  constructor(
    private readonly secure: boolean,
    private readonly prefix: string,
    publicBaseUrl: string | undefined,
  ) {
    this.publicUrl = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl);
  }

  /**
   * Returns the name of the cookie. It ends with the port, except the default one, because cookies do not tell ports apart
   * (RFC 6265, section 8.5): signing in to one of two services on a host would end the session at the other.
   */
  private nameFor(ctx: HttpContext): string {
    const { secure, prefix, publicUrl } = this;
    // Browsers accept a `__Host-` cookie only if it is for every path of its host (RFC 6265bis, section 4.1.3).
    const bound = prefix === '' ? '__Host-' : '__Secure-';
    const { port = '' } = publicUrl ?? URL.parse(`${secure ? 'https' : 'http'}://${ctx.get('Host')}`) ?? {};
    return `${secure ? bound : ''}animal-store-session${port && `-${port}`}`;
  }

  /**
   * Returns the values of the cookie that have the form of a token, in the order of the browser. It does not use Koa's
   * package `cookies`, which keeps a regular expression for each name until the process ends.
   */
  read(ctx: HttpContext): string[] {
    const { cookie } = ctx.req.headers;
    if (cookie === undefined) return [];
    const start = `${this.nameFor(ctx)}=`;
    const pairs = cookie.split(';').map((pair) => pair.trim());
    const values = pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
    return values.filter((value) => TOKEN.test(value)).slice(0, MAX_TOKENS);
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
    for (const token of cookie.read(ctx)) {
      const account = await sessions.resumeSession(token);
      if (account === undefined) continue;
      ctx.state.browserSession = { token, account };
      break;
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
