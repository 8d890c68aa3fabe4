import type { Flash, HttpContext } from '../state.js';

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

const COOKIE = 'flash';

/** The longest cookie that is written, in characters: browsers keep 4,096 bytes. */
const MAX_LENGTH = 3_500;

/** A page of an account. Another path is never redirected to, since the cookie may be planted. */
const ACCOUNT_PATH = /^\/(?:account|animals)(?:\/[\w-]+)*$/;

/**
 * Leaves something for the next page in a cookie, which needs no store and works without a session. A new API key in it is
 * as safe as the session's own cookie, with which keys can be created.
 */
export function leaveFlash(ctx: HttpContext, cookies: Cookies, flash: Flash): void {
  const value = Buffer.from(JSON.stringify(flash)).toString('base64url');
  if (value.length <= MAX_LENGTH) cookies.write(ctx, COOKIE, value);
}

/** What was left, and stays. */
export function readFlash(ctx: HttpContext, cookies: Cookies): Flash {
  const value = cookies.read(ctx, COOKIE);
  if (value === undefined || value.length > MAX_LENGTH) return {};
  const left = parse(Buffer.from(value, 'base64url').toString());
  const { fields, ...texts } = left;
  const flash = Object.fromEntries(Object.entries(texts).filter(([, each]) => typeof each === 'string')) as Flash;
  const path = flash.path !== undefined && ACCOUNT_PATH.test(flash.path) ? flash.path : undefined;
  return { ...flash, path, fields: path === undefined ? undefined : textsOf(fields) };
}

/** What was left, which is then gone, except for a HEAD request (RFC 9110, section 9.2.1). */
export function takeFlash(ctx: HttpContext, cookies: Cookies): Flash {
  if (ctx.method === 'HEAD' || cookies.read(ctx, COOKIE) === undefined) return {};
  cookies.write(ctx, COOKIE, '');
  return readFlash(ctx, cookies);
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
