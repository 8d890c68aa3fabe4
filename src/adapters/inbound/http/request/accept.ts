import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { HttpError } from '../api/errors.js';
import { JSON_TYPE } from '../middleware/standard-headers.js';
import type { HttpMiddleware } from '../state.js';

/** For a route whose body is JSON. */
export const jsonResponse: HttpMiddleware = (ctx, next) => {
  acceptJson(ctx.req);
  ctx.set('Content-Type', JSON_TYPE);
  return next();
};

/** Refuses a request whose Accept rules out JSON (RFC 9110, section 12.5.1). @throws HttpError `not_acceptable` */
export function acceptJson(request: IncomingMessage): void {
  const { accept } = request.headers;
  // An empty Accept lists no preference; to the negotiator it would rule out everything.
  if (!accept || accept === '*/*' || accept === 'application/json') return;
  if (new Negotiator(request).mediaTypes(['application/json', JSON_TYPE]).length === 0) {
    throw new HttpError('not_acceptable', 'This resource is application/json; let Accept include it.');
  }
}
