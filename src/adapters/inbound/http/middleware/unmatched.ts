import { HttpError } from '../http-errors.js';
import { METHODS } from '../protocol.js';
import type { HttpMiddleware } from '../state.js';

/** The router's own `allowedMethods` responds to OPTIONS with 200, and throws a 405 without `Allow`. */
export const unmatched: HttpMiddleware = (ctx) => {
  const methods = (ctx.matched ?? []).flatMap((layer) => layer.methods);
  // `OPTIONS *` asks about the server as a whole (RFC 9110, section 9.3.7).
  if (ctx.path === '*') methods.push(...METHODS);
  if (methods.length === 0) throw new HttpError('not_found', 'No resource has this path.');
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
  if (ctx.method !== 'OPTIONS') {
    throw new HttpError('method_not_allowed', `This path accepts ${allow}, but not ${ctx.method}.`, { Allow: allow });
  }
  ctx.status = 204;
  ctx.set('Allow', allow);
};
