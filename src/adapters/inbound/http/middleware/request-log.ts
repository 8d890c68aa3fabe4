import { ipAddressOf } from '../request/client.js';
import { requireDeadline } from '../../../support/deadline.js';
import type { HttpContext, HttpMiddleware, RequestObserver } from '../state.js';
import { apiKeyPrefix } from '../../../../domain/api-key.js';

// Version 00 of the header `traceparent` has these four parts, and later versions may have more (W3C Trace Context,
// section 3.2). An id of only zeros is invalid.
const TRACEPARENT = /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

const MAX_PATH = 200;

/** @param trustProxy how many proxies append the address of their caller to X-Forwarded-For */
export function requestLog(observers: readonly RequestObserver[], trustProxy: number): HttpMiddleware {
  return (ctx, next) => {
    const { req, res, state } = ctx;
    const { startedAt } = requireDeadline();
    const report = () => {
      const route = routeOf(ctx);
      const accountId = state.caller?.accountId ?? state.browserSession?.account.id;
      const record = {
        requestId: req.id,
        traceId: TRACEPARENT.exec(String(req.headers.traceparent))?.[1],
        method: ctx.method,
        route,
        path: route === undefined ? loggedPath(ctx.url) : undefined,
        // Until the headers are sent, statusCode may be only Koa's default, 404.
        status: res.headersSent ? res.statusCode : undefined,
        duration: performance.now() - startedAt,
        aborted: !res.writableFinished,
        accountId,
        keyPrefix: state.caller?.keyPrefix,
        address: accountId === undefined ? ipAddressOf(req, trustProxy) : undefined,
        error: state.error,
        isLate: state.isLate,
      };
      for (const observe of observers) observe(record);
    };
    res.once('close', report);
    return next();
  };
}

/** Returns the pattern of the path, such as /v1/pets/:petId; `undefined` before the router, or if no route has the path. */
export function routeOf({ matched }: Pick<HttpContext, 'matched'>): string | undefined {
  return matched?.[0]?.path.toString();
}

/**
 * Returns the path without its query, and of an API key in it only the prefix. An absolute target is left out, because
 * it may have a password.
 */
function loggedPath(target: string): string | undefined {
  if (!target.startsWith('/')) return undefined;
  const [path = ''] = target.slice(0, MAX_PATH).split(/[?#]/, 1);
  return path.replace(/as_\w{8,}/g, apiKeyPrefix);
}
