import cors from '@koa/cors';
import type { HttpMiddleware } from '../state.js';

const EXPOSED =
  'Link,Location,Deprecation,Sunset,Retry-After,RateLimit,RateLimit-Policy,X-Request-Id,Idempotent-Replayed';

/** Lets scripts of these origins (`*`: of all) call the API without cookies; answers preflights (WHATWG Fetch, section 3.3). */
export function crossOrigin(origins: readonly string[]): HttpMiddleware {
  return cors({
    origin: (ctx) => ['*', ctx.get('Origin')].find((each) => origins.includes(each)) ?? '',
    allowMethods: ['GET', 'HEAD', 'POST'],
    allowHeaders: 'Authorization,Content-Type,Idempotency-Key,X-Request-Id',
    exposeHeaders: EXPOSED,
    maxAge: 600, // in seconds
    keepHeadersOnError: false, // the error handler keeps the headers
  });
}
