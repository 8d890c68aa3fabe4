import { HttpError } from '../errors.js';
import type { HttpMiddleware, HttpRouter } from '../state.js';

/**
 * Responds with 404, with 405, and to OPTIONS. The router's own `allowedMethods` responds to OPTIONS with 200, and
 * throws a 405 without `Allow`.
 */
export function unmatched(...routers: readonly HttpRouter[]): HttpMiddleware {
  return (ctx) => {
    // `OPTIONS *` asks about the server as a whole (RFC 9110, section 9.3.7).
    const layers = ctx.path === '*' ? routers.flatMap(({ stack }) => stack) : (ctx.matched ?? []);
    const methods = layers.flatMap((layer) => layer.methods);
    if (methods.length === 0) throw new HttpError('not_found', 'No resource has this path.');
    const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
    if (ctx.method !== 'OPTIONS') {
      throw new HttpError('method_not_allowed', `This path accepts ${allow}, but not ${ctx.method}.`, { Allow: allow });
    }
    ctx.status = 204;
    ctx.set('Allow', allow);
  };
}
