import { pathPrefix, PET_PATH } from './routes.js';
import type { HttpMiddleware, HttpRouter } from '../../state.js';
import { GET_PET_DEPRECATED, GET_PET_SUNSET, type GetPet } from '../../../../../application/pets/get-pet.js';

/** Announces on every response of the path of the operation when it goes and what replaces it (RFC 9745, RFC 8594). */
export function deprecation(api: HttpRouter, publicBaseUrl?: string): HttpMiddleware {
  const prefix = pathPrefix(publicBaseUrl);
  const headers = {
    Deprecation: `@${GET_PET_DEPRECATED.getTime() / 1000}`,
    Sunset: GET_PET_SUNSET.toUTCString(),
    Link: `<${prefix}/v1/pets?status=available>; rel="successor-version", <${prefix}/docs>; rel="deprecation"; type="text/html"`,
  };
  return (ctx, next) => {
    const [route] = api.match(ctx.path, 'GET').path;
    ctx.state.isDeprecated = route?.path === PET_PATH;
    if (ctx.state.isDeprecated) ctx.set(headers);
    return next();
  };
}

/** After the sunset every method is 410, also where the route would answer 405 or 406. */
export function sunset(getPet: GetPet): HttpMiddleware {
  return ({ state }, next) => {
    if (state.isDeprecated) getPet.requireAvailable();
    return next();
  };
}
