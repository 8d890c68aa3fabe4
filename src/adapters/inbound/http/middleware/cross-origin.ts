import koaCors from '@koa/cors';
import { METHODS } from '../protocol.js';
import type { HttpMiddleware } from '../state.js';

const EXPOSED_HEADERS =
  'Link,Location,Deprecation,Sunset,WWW-Authenticate,Accept-Encoding,Retry-After,RateLimit,RateLimit-Policy,' +
  'X-Request-Id,Idempotent-Replayed';

/** Scripts of these origins may call the API without cookies (WHATWG Fetch, section 3.3). `*` allows all origins. */
export function crossOrigin(origins: readonly string[]): HttpMiddleware {
  const allowed = (origin: string) => (origins.includes('*') ? '*' : origins.find((each) => each === origin));
  return koaCors({
    origin: (ctx) => allowed(ctx.get('Origin')) ?? '',
    allowMethods: METHODS,
    // Without `allowHeaders` a preflight is allowed the headers for which it asks, such as those of tracing.
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: 600, // The age is in seconds.
    keepHeadersOnError: false, // The error handler keeps the headers itself.
  });
}
