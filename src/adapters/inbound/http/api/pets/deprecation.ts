import { PET_PATH, PETS_PATH } from './routes.js';
import { routeOf } from '../../middleware/request-log.js';
import type { HttpMiddleware, HttpRouter } from '../../state.js';
import type { PetUseCases } from '../../../../../application/pets.js';
import { FETCHING_DEPRECATED, FETCHING_SUNSET } from '../../../../../domain/pet.js';

/**
 * Returns the middleware that ends fetching one animal, on its whole path and not only in its route.
 * @param prefix the path with which links begin
 */
export function deprecation(
  router: HttpRouter,
  pets: PetUseCases,
  prefix: string,
): Record<'announce' | 'enforce', HttpMiddleware> {
  const headers = {
    Deprecation: `@${FETCHING_DEPRECATED.getTime() / 1000}`,
    Sunset: FETCHING_SUNSET.toUTCString(),
    Link: `<${prefix}${PETS_PATH}?status=available>; rel="successor-version", <${prefix}/docs>; rel="deprecation"; type="text/html"`,
  };
  return {
    /**
     * Sends the date of the removal and the successor with every response (RFC 9745, RFC 8594), also with refusals of
     * requests that do not reach the router.
     */
    announce: (ctx, next) => {
      const mayMatch = ctx.path.startsWith(`${PETS_PATH}/`); // Most requests need no match of all routes.
      if (mayMatch && routeOf({ matched: router.match(ctx.path, ctx.method).path }) === PET_PATH) ctx.set(headers);
      return next();
    },
    /**
     * After the removal the response is 410 for every method, including those to which the route would respond with 405
     * or 406.
     */
    enforce: (ctx, next) => {
      if (routeOf(ctx) === PET_PATH) pets.requireFetchable();
      return next();
    },
  };
}
