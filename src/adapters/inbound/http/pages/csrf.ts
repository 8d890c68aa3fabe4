import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The name of the form field that carries the token. */
export const CSRF_FIELD = 'csrf-token';

/**
 * What every form of a browser session must carry. It cannot be computed without the cookie, and does not reveal it.
 * @param token the value of the cookie.
 */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('form').digest('base64url');
}

/** Compares in constant time. */
export function isCsrfTokenOf(token: string, given: string): boolean {
  const [expected, offered] = [Buffer.from(csrfTokenOf(token)), Buffer.from(given)];
  return expected.length === offered.length && timingSafeEqual(expected, offered);
}

/**
 * Whether a page of this service submitted the form. The browser says it in Sec-Fetch-Site, which no script can set, or,
 * over plain HTTP to another machine, in Origin. A request without either comes from no current browser.
 * @param publicOrigin where browsers reach the service, when a proxy in front does not pass the Host on.
 */
export function isSameOrigin({ headers }: IncomingMessage, publicOrigin: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === publicOrigin || new URL(origin).host === host;
}
