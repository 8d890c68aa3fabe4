import type { Flash, HttpContext } from '../state.js';

/** The longest flash that is written, in characters: browsers keep 4,096 bytes. */
const MAX_FLASH_LENGTH = 3_500;

export const PAGES = /^\/(?:$|(?:account|animals)(?:\/|$))/;

const PLAIN_PATH = /^(?:\/[\w-]+)+$/;

/** The token of the session, and what a form leaves for the next page; both until the browser ends (RFC 6265bis). */
export class Cookies {
  /** @param secure whether browsers reach the service over TLS only; binds the cookies to TLS and to this host. */
  constructor(private readonly secure: boolean) {}

  read(ctx: HttpContext, name: 'session' | 'flash'): string | undefined {
    return ctx.cookies.get(this.nameOf(name));
  }

  /** @param value an empty one deletes the cookie */
  write(ctx: HttpContext, name: 'session' | 'flash', value: string): void {
    const { secure } = this;
    ctx.cookies.secure = secure; // a proxy may end TLS, which Koa cannot see
    ctx.cookies.set(this.nameOf(name), value, { httpOnly: true, sameSite: 'lax', secure, overwrite: true });
  }

  /** Without a form that is too long. An API key is as safe in it as the session's cookie, with which keys can be created. */
  leaveFlash(ctx: HttpContext, { form, ...flash }: Flash): void {
    const whole = encodeFlash({ ...flash, form });
    this.write(ctx, 'flash', whole.length <= MAX_FLASH_LENGTH ? whole : encodeFlash(flash));
  }

  /** Reads the flash, which stays. */
  readFlash(ctx: HttpContext): Flash {
    const value = this.read(ctx, 'flash') ?? '';
    const flash = value.length <= MAX_FLASH_LENGTH ? parseFlash(Buffer.from(value, 'base64url').toString()) : {};
    const { path = '' } = flash;
    const isPage = PAGES.test(path) && PLAIN_PATH.test(path); // the cookie may be planted
    return { ...flash, path: isPage ? path : undefined };
  }

  /** Reads the flash and removes it, except for a HEAD request (RFC 9110, section 9.2.1). */
  takeFlash(ctx: HttpContext): Flash {
    if (ctx.method === 'HEAD' || this.read(ctx, 'flash') === undefined) return {};
    this.write(ctx, 'flash', '');
    return this.readFlash(ctx);
  }

  private nameOf(name: string): string {
    return this.secure ? `__Host-${name}` : name;
  }
}

function encodeFlash(flash: Flash): string {
  return Buffer.from(JSON.stringify(flash)).toString('base64url');
}

/** Empty for a text that `leaveFlash` does not write. */
function parseFlash(text: string): Flash {
  try {
    const flash = JSON.parse(text) as Flash; // if all values are strings; null throws
    const { form = {}, ...others } = flash;
    const values: unknown[] = [...Object.values(others), ...Object.values(form)];
    return values.every((value) => typeof value === 'string') ? flash : {};
  } catch {
    return {};
  }
}
