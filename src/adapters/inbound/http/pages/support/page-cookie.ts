import type { HttpContext } from '../../state.js';

/** How browsers reach the pages, which decides the name and the attributes of their cookies. */
export interface CookieScope {
  /** Whether browsers reach the service over TLS only, to which the cookies are then bound. */
  readonly secure: boolean;
  /** The path under which browsers reach the service. It is empty if there is none. */
  readonly prefix: string;
}

/** Reads and writes a cookie that is closed to scripts and to forms of other sites (RFC 6265bis). */
export class PageCookie {
  private readonly name: string;

  /**
   * @param base the name without the prefix that depends on the scope
   * @param pattern the form of the value; a cookie with another value is ignored
   */
  constructor(
    base: string,
    private readonly pattern: RegExp,
    private readonly scope: CookieScope,
  ) {
    // Browsers accept a `__Host-` cookie only if it is for every path of its host (RFC 6265bis, section 4.1.3).
    const bound = scope.prefix === '' ? '__Host-' : '__Secure-';
    this.name = `${scope.secure ? bound : ''}${base}`;
  }

  /** Returns the value of the cookie if it matches its pattern. */
  read(ctx: HttpContext): string | undefined {
    const value = ctx.cookies.get(this.name);
    return value !== undefined && this.pattern.test(value) ? value : undefined;
  }

  /** @param maxAge in milliseconds; without it the cookie lasts until the browser ends */
  write(ctx: HttpContext, value: string, maxAge?: number): void {
    const { secure, prefix } = this.scope;
    ctx.cookies.secure = secure; // Koa does not know of the TLS that a proxy terminates.
    ctx.cookies.set(this.name, value, { path: prefix || '/', maxAge, sameSite: 'lax', secure, httpOnly: true });
  }

  remove(ctx: HttpContext): void {
    this.write(ctx, '');
  }
}
