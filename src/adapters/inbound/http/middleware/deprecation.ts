import type { HttpMiddleware } from '../state.js';
import { GET_PET_DEPRECATED, GET_PET_SUNSET, type GetPet } from '../../../../application/pets/get-pet.js';

const DEPRECATION_HEADERS = {
  Deprecation: `@${GET_PET_DEPRECATED.getTime() / 1000}`,
  Sunset: GET_PET_SUNSET.toUTCString(),
  Link: '</v1/pets?status=available>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"',
};

/** Whether a path is that of the deprecated operation, `GET /v1/pets/{petId}`. */
export function isPetPath(path: string): boolean {
  return /^\/v1\/pets\/[^/]+$/.test(path);
}

/** Announces on every response when the operation goes and what replaces it (RFC 9745, RFC 8594). */
export const deprecation: HttpMiddleware = (ctx, next) => {
  ctx.set(DEPRECATION_HEADERS);
  return next();
};

/** After the sunset every method is 410, also where the route would answer 405 or 406. */
export function sunset(getPet: GetPet): HttpMiddleware {
  return (_, next) => {
    getPet.requireAvailable();
    return next();
  };
}
