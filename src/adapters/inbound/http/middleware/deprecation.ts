import type { HttpMiddleware } from '../state.js';
import { GET_PET_DEPRECATED, GET_PET_SUNSET } from '../../../../application/pets/get-pet.js';

const GET_PET = /^\/v1\/pets\/[^/]+$/;

/**
 * Tells every caller of `GET /v1/pets/{petId}` that it goes, when, and what to use instead (RFC 9745, RFC 8594),
 * whatever the answer: also before the caller is known, and when the service cannot answer.
 */
export const deprecation: HttpMiddleware = (ctx, next) => {
  const headers = deprecationHeaders(ctx.method, ctx.path);
  if (headers) ctx.set(headers);
  return next();
};

/** Absent where the request is for anything else. */
export function deprecationHeaders(method: string, path: string): Record<string, string> | undefined {
  return (method === 'GET' || method === 'HEAD') && GET_PET.test(path) ? HEADERS : undefined;
}

const HEADERS = {
  Deprecation: `@${GET_PET_DEPRECATED.getTime() / 1000}`,
  Sunset: GET_PET_SUNSET.toUTCString(),
  Link: '</v1/pets?status=available>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"',
};
