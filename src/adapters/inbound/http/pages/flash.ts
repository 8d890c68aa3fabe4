import type { Cookies } from './cookies.js';
import type { Flash, HttpContext } from '../state.js';

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
