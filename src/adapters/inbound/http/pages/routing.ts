import type Router from '@koa/router';
import { PageError, pageNotFound } from './errors.js';
import type { PageMiddleware, PageState } from './state.js';

/** Answers what no page will: 404, 405 with `Allow`, and OPTIONS by 204 with `Allow`. */
export function routing(router: Router<PageState>): PageMiddleware {
  return async (ctx, next) => {
    const { path: layers, route } = router.match(ctx.path, ctx.method);
    if (layers[0] === undefined) throw pageNotFound();
    ctx.state.route = String(layers[0].path);
    if (route) {
      await next();
      return;
    }
    const allow = [...new Set([...layers.flatMap(({ methods }) => methods), 'OPTIONS'])].sort().join(', ');
    if (ctx.method !== 'OPTIONS') {
      throw new PageError('method_not_allowed', 'Follow a link or fill in a form to get here.', { Allow: allow });
    }
    ctx.status = 204;
    ctx.set('Allow', allow);
  };
}
