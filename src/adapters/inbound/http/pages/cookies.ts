import type { HttpContext } from '../state.js';

/** The cookies of the pages. Each is closed to scripts and other sites, and lives until the browser ends (RFC 6265bis). */
export class Cookies {
  /** @param secure whether browsers reach the service over TLS only; binds the cookies to TLS and to this host. */
  constructor(private readonly secure: boolean) {}

  read(ctx: HttpContext, name: string): string | undefined {
    return ctx.cookies.get(this.nameOf(name));
  }

  /** @param value an empty one deletes the cookie */
  write(ctx: HttpContext, name: string, value: string): void {
    const { secure } = this;
    ctx.cookies.secure = secure; // a proxy may end TLS, which Koa cannot see
    ctx.cookies.set(this.nameOf(name), value, { httpOnly: true, sameSite: 'lax', secure, overwrite: true });
  }

  private nameOf(name: string): string {
    return this.secure ? `__Host-${name}` : name;
  }
}
