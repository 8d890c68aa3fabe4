import type Router from '@koa/router';
import type { Next } from 'koa';
import { HttpError } from '../api/errors.js';
import type { HttpMiddleware, State } from '../state.js';

/**
 * Hands a request to its route, and answers what no route will: a path that none has is 404; one that exists under other
 * methods is 405 with `Allow`, for which the router has only plain text; OPTIONS is 204 with `Allow`.
 */
export function routing(router: Router<State>): HttpMiddleware {
  return (ctx, next) => {
    const { path: layers, pathAndMethod } = router.match(ctx.path, ctx.method);
    if (layers[0] !== undefined) ctx.state.route = String(layers[0].path);
    const [layer] = pathAndMethod;
    if (layer !== undefined) {
      // The router's own middleware would match a second time, and composes the route anew for each request.
      const captures = layer.captures(ctx.path);
      const params = layer.params(ctx.path, captures);
      return follow(layer.stack, Object.assign(ctx, { captures, params }) as RouteContext, next); // as the router would
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
    return undefined;
  };
}

type Stack = Router<State>['stack'][number]['stack'];
type RouteContext = Parameters<Stack[number]>[0];

function follow(stack: Stack, ctx: RouteContext, next: Next, at = 0): unknown {
  const step = stack[at];
  return step === undefined ? next() : step(ctx, async () => follow(stack, ctx, next, at + 1));
}
