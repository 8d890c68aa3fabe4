import { createHmac, timingSafeEqual } from 'node:crypto';

/** The name of the field that carries it. */
export const CSRF_TOKEN = 'form-token';

/**
 * What a form of this visit must carry: nobody can tell it without the cookie, and it tells nothing of the cookie.
 * @param token what the visitor's cookie holds.
 */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('form').digest('base64url');
}

/** Compares in constant time. */
export function isCsrfTokenOf(token: string, given: string): boolean {
  const [expected, offered] = [Buffer.from(csrfTokenOf(token)), Buffer.from(given)];
  return expected.length === offered.length && timingSafeEqual(expected, offered);
}
