import type { Flash, HttpContext } from '../state.js';

/** The longest flash that is written, in characters. Browsers keep cookies of up to 4,096 bytes. */
const MAX_FLASH_LENGTH = 3_500;

/** The paths of the start page and of the pages for accounts and animals. */
export const PAGES = /^\/(?:$|(?:account|animals)(?:\/|$))/;

const PLAIN_PATH = /^(?:\/[\w-]+)+$/;

/**
 * Reads and writes two cookies: one contains the token of the session, the other one what a form leaves for the next
 * page. Both last until the browser ends (RFC 6265bis).
 */
export class Cookies {
  /**
   * @param secure whether browsers reach the service over TLS only, to which the cookies are then bound
   * @param prefix the path under which browsers reach the service; it is empty if there is none
   */
  constructor(
    private readonly secure: boolean,
    private readonly prefix: string,
  ) {}

  read(ctx: HttpContext, name: 'session' | 'flash'): string | undefined {
    return ctx.cookies.get(this.nameOf(name));
  }

  /** @param value the value of the cookie; an empty one deletes it */
  write(ctx: HttpContext, name: 'session' | 'flash', value: string): void {
    const { secure, prefix } = this;
    const path = prefix === '' ? '/' : prefix;
    ctx.cookies.secure = secure; // A proxy may end TLS, which Koa cannot see.
    ctx.cookies.set(this.nameOf(name), value, { path, httpOnly: true, sameSite: 'lax', secure, overwrite: true });
  }

  /**
   * Leaves data for the next page, without the form if that is too long for a cookie. The data must contain no secret,
   * because browsers send a cookie to every port of its host.
   */
  leaveFlash(ctx: HttpContext, { form, ...flash }: Flash): void {
    const whole = encodeFlash({ ...flash, form });
    this.write(ctx, 'flash', whole.length <= MAX_FLASH_LENGTH ? whole : encodeFlash(flash));
  }

  /** Reads the flash and leaves it there. */
  readFlash(ctx: HttpContext): Flash {
    const value = this.read(ctx, 'flash') ?? '';
    const flash = value.length <= MAX_FLASH_LENGTH ? parseFlash(Buffer.from(value, 'base64url').toString()) : {};
    const { path = '' } = flash;
    const isPage = PAGES.test(path) && PLAIN_PATH.test(path); // An attacker may have set the cookie.
    return { ...flash, path: isPage ? path : undefined };
  }

  /** Reads the flash and removes it, except for a HEAD request (RFC 9110, section 9.2.1). */
  takeFlash(ctx: HttpContext): Flash {
    if (ctx.method === 'HEAD' || this.read(ctx, 'flash') === undefined) return {};
    this.write(ctx, 'flash', '');
    return this.readFlash(ctx);
  }

  /** Browsers accept a `__Host-` cookie only if it is for every path of its host (RFC 6265bis, section 4.1.3). */
  private nameOf(name: string): string {
    if (!this.secure) return name;
    return this.prefix === '' ? `__Host-${name}` : `__Secure-${name}`;
  }
}

function encodeFlash(flash: Flash): string {
  return Buffer.from(JSON.stringify(flash)).toString('base64url');
}

/** Returns an empty flash for a text that `leaveFlash` does not write. */
function parseFlash(text: string): Flash {
  try {
    const flash = JSON.parse(text) as Flash; // The type holds if all values are strings, which is checked below; null throws.
    const { form = {}, ...others } = flash;
    const values: unknown[] = [...Object.values(others), ...Object.values(form)];
    return values.every((value) => typeof value === 'string') ? flash : {};
  } catch {
    return {};
  }
}
