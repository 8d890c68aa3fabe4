import type { IncomingMessage } from 'node:http';
import { HttpError } from '../errors.js';
import type { HttpMiddleware } from '../state.js';

/**
 * Refuses a form unless a page of this service sent it (docs/adr/0021).
 * @param publicOrigin where browsers reach the service, when a proxy in front does not pass the Host on.
 */
export function sameOrigin(publicOrigin: string | undefined): HttpMiddleware {
  return (ctx, next) => {
    if (isSameOrigin(ctx.req, publicOrigin)) return next();
    throw new HttpError(
      'cross_origin_form',
      'The form was not submitted from a page of this service. Open the page here and submit it again.',
    );
  };
}

/** The browser sets both headers, and no script can. Over plain HTTP to another machine it sends only Origin. */
function isSameOrigin({ headers }: IncomingMessage, publicOrigin: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === publicOrigin || new URL(origin).host === host?.toLowerCase();
}
