import { createHmac, timingSafeEqual } from 'node:crypto';

/** The name of the form field that carries it. */
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
