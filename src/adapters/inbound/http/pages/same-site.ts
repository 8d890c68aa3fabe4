import type { IncomingMessage } from 'node:http';

/**
 * Whether a form comes from one of our own pages, as far as the browser tells: by Sec-Fetch-Site, which no script can
 * set, or where it is missing (a browser sends it over TLS and to its own machine alone) by Origin. A form without
 * either comes from no browser of this decade and is refused.
 * @param publicOrigin where browsers reach us, if a proxy in front does not hand on the Host they asked for.
 */
export function isFromOwnPage({ headers }: IncomingMessage, publicOrigin: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === publicOrigin || new URL(origin).host === host;
}
