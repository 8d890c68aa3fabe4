import type { HttpMiddleware } from '../state.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers of every response; a route that serves something other than JSON replaces some of them. */
export const STANDARD_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Sets the headers that every response carries. */
export const standardHeaders: HttpMiddleware = (ctx, next) => {
  ctx.set(STANDARD_HEADERS);
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
};
