import type Router from '@koa/router';
import { HttpError } from './errors.js';
import type { HttpMiddleware, State } from './state.js';

/**
 * Answers what no route will: a path that none has is 404; one that exists under other methods is 405 with `Allow`,
 * for which the router has only plain text; OPTIONS is 204 with `Allow`.
 */
export function knownPath(router: Router<State>): HttpMiddleware {
  return async (ctx, next) => {
    const { path: layers, route } = router.match(ctx.path, ctx.method);
    if (layers[0] !== undefined) ctx.state.route = String(layers[0].path);
    if (route) {
      await next();
      return;
    }

    // `OPTIONS *` asks about the server as a whole (RFC 9110, section 9.3.7).
    const methods = (ctx.path === '*' ? router.stack : layers).flatMap((layer) => layer.methods);
    if (methods.length === 0) throw new HttpError('not_found', 'No resource has this path.');
    const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
    if (ctx.method !== 'OPTIONS') {
      throw new HttpError('method_not_allowed', `This path takes ${allow}; not ${ctx.method}.`, { Allow: allow });
    }
    ctx.status = 204;
    ctx.set('Allow', allow);
  };
}
