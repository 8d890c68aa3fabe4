import Negotiator from 'negotiator';
import { JSON_TYPE } from './error-boundary.js';
import { HttpError } from './errors.js';
import type { HttpMiddleware } from './state.js';

/** For a route that answers with JSON: refuses a request whose Accept rules that out (RFC 9110, section 12.5.1). */
export const jsonResponse: HttpMiddleware = async (ctx, next) => {
  const { accept } = ctx.req.headers;
  // An empty Accept lists no preference; to the negotiator it would rule out everything.
  if (accept && new Negotiator(ctx.req).mediaTypes(['application/json', JSON_TYPE]).length === 0) {
    throw new HttpError('not_acceptable', 'This resource is application/json; let Accept include it.');
  }
  ctx.set('Content-Type', JSON_TYPE);
  await next();
};
