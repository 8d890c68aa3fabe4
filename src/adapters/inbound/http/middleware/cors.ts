import cors from '@koa/cors';
import type { HttpMiddleware } from '../state.js';

/** Headers of a request that the API reads and that browsers ask about first. */
const ALLOWED = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'];

/** Headers of a response that browsers otherwise hide from scripts of another origin. */
const EXPOSED = [
  'Link',
  'Location',
  'Deprecation',
  'Sunset',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Idempotent-Replayed',
];

/** How long a browser remembers the answer to a preflight request, in seconds. */
const MAX_AGE = 600;

/**
 * Lets scripts of other origins call the API (WHATWG Fetch, section 3.3), with an API key and never with cookies. Answers
 * a preflight request, which carries no key.
 * @param origins such as https://shop.example; `*` is every origin
 */
export function crossOrigin(origins: readonly string[]): HttpMiddleware {
  return cors({
    origin: (ctx) => ['*', ctx.get('Origin')].find((each) => origins.includes(each)) ?? '',
    allowMethods: ['GET', 'HEAD', 'POST'],
    allowHeaders: ALLOWED,
    exposeHeaders: EXPOSED,
    maxAge: MAX_AGE,
    keepHeadersOnError: false, // the error handler keeps the headers
  });
}
