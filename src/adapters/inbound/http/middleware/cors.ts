import cors from '@koa/cors';
import { allowedOrigin, EXPOSED_HEADERS, METHODS } from '../errors.js';
import type { HttpMiddleware } from '../state.js';

/**
 * Lets scripts of these origins call the API without cookies, and answers preflights (WHATWG Fetch, section 3.3). `*`
 * allows all origins.
 */
export function crossOrigin(origins: readonly string[]): HttpMiddleware {
  return cors({
    origin: (ctx) => allowedOrigin(origins, ctx.get('Origin')) ?? '',
    allowMethods: METHODS.filter((method) => method !== 'OPTIONS'),
    allowHeaders: 'Authorization,Content-Type,Idempotency-Key,X-Request-Id',
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: 600, // The age is in seconds.
    keepHeadersOnError: false, // The error handler keeps the headers itself.
  });
}
