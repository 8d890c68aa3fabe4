import type { IncomingMessage } from 'node:http';

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
