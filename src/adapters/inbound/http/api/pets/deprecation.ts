import { pathPrefix } from '../path-prefix.js';
import type { HttpMiddleware } from '../../state.js';
import { GET_PET_DEPRECATED, GET_PET_SUNSET, type GetPet } from '../../../../../application/pets/get-pet.js';

/** Announces on every response when the operation goes and what replaces it (RFC 9745, RFC 8594). */
export function deprecation(publicBaseUrl?: string): HttpMiddleware {
  const prefix = pathPrefix(publicBaseUrl);
  const headers = {
    Deprecation: `@${GET_PET_DEPRECATED.getTime() / 1000}`,
    Sunset: GET_PET_SUNSET.toUTCString(),
    Link: `<${prefix}/v1/pets?status=available>; rel="successor-version", <${prefix}/docs>; rel="deprecation"; type="text/html"`,
  };
  return (ctx, next) => {
    ctx.set(headers);
    return next();
  };
}

/** After the sunset every method is 410, also where the route would answer 405 or 406. */
export function sunset(getPet: GetPet): HttpMiddleware {
  return (_, next) => {
    getPet.requireAvailable();
    return next();
  };
}
