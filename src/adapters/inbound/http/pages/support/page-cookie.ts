import type { HttpContext } from '../../state.js';

/** How browsers reach the pages, which decides the name and the attributes of their cookies. */
export interface CookieScope {
  /** Whether browsers reach the service over TLS only, to which the cookies are then bound. */
  readonly secure: boolean;
  /** The path under which browsers reach the service. It is empty if there is none. */
  readonly prefix: string;
  /** Its port is used when a proxy in front of the service does not pass the Host on. */
  readonly publicBaseUrl: string | undefined;
}

/**
 * How many values of one request are read. A browser sends two cookies with one name if two services on one host have
 * different paths; a page of another service on the host may have set more.
 */
const MAX_VALUES = 4;

/** Reads and writes a cookie that is closed to scripts and to forms of other sites (RFC 6265bis). */
export class PageCookie {
  private readonly publicUrl: URL | undefined;

  /**
   * @param base the name of the cookie without what depends on the scope
   * @param pattern what its values match; others are ignored
   */
  constructor(
    private readonly base: string,
    private readonly pattern: RegExp,
    private readonly scope: CookieScope,
  ) {
    this.publicUrl = scope.publicBaseUrl === undefined ? undefined : new URL(scope.publicBaseUrl);
  }

  /**
   * Returns the name of the cookie. It ends with the port, except the default one, because cookies do not tell ports apart
   * (RFC 6265, section 8.5): signing in to one of two services on a host would end the session at the other.
   */
  private nameFor(ctx: HttpContext): string {
    const { secure, prefix } = this.scope;
    // Browsers accept a `__Host-` cookie only if it is for every path of its host (RFC 6265bis, section 4.1.3).
    const bound = prefix === '' ? '__Host-' : '__Secure-';
    const { port = '' } = this.publicUrl ?? URL.parse(`${secure ? 'https' : 'http'}://${ctx.get('Host')}`) ?? {};
    return `${secure ? bound : ''}${this.base}${port && `-${port}`}`;
  }

  /**
   * Returns the values of the cookie that match its pattern, in the order of the browser. It does not use Koa's package
   * `cookies`, which keeps a regular expression for each name until the process ends.
   */
  read(ctx: HttpContext): string[] {
    const { cookie } = ctx.req.headers;
    if (cookie === undefined) return [];
    const start = `${this.nameFor(ctx)}=`;
    const pairs = cookie.split(';').map((pair) => pair.trim());
    const values = pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
    return values.filter((value) => this.pattern.test(value)).slice(0, MAX_VALUES);
  }

  /**
   * @param maxAge in seconds, by the clock of the browser; without it the cookie lasts until the browser ends. Koa's
   *   package `cookies` would write an instant by the clock of the service.
   */
  write(ctx: HttpContext, value: string, maxAge?: number): void {
    const { secure, prefix } = this.scope;
    const attributes = [
      `Path=${prefix || '/'}`,
      ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
      'SameSite=Lax',
      ...(secure ? ['Secure'] : []),
      'HttpOnly',
    ];
    ctx.append('Set-Cookie', [`${this.nameFor(ctx)}=${value}`, ...attributes].join('; '));
  }

  remove(ctx: HttpContext): void {
    this.write(ctx, '', 0);
  }
}
