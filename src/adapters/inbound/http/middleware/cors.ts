import cors from '@koa/cors';
import type { HttpMiddleware } from '../state.js';

const ALLOWED = 'Authorization,Content-Type,Idempotency-Key,X-Request-Id';

const EXPOSED =
  'Link,Location,Deprecation,Sunset,Retry-After,RateLimit,RateLimit-Policy,X-Request-Id,Idempotent-Replayed';

/** How long a browser remembers the answer to a preflight request, in seconds. */
const MAX_AGE = 600;

/** Lets scripts of these origins (`*`: of all) call the API without cookies; answers preflights (WHATWG Fetch, section 3.3). */
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
