import type { RequestObserver } from '../server/types.js';
import type { HttpMiddleware } from '../state.js';

// W3C Trace Context, section 3.2: version 00 has these four parts, a later one may have more; all zeroes name nothing.
const TRACEPARENT = /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

export function requestLog(observe: RequestObserver): HttpMiddleware {
  return (ctx, next) => {
    const arrivedAt = performance.now();
    const { req, res, state } = ctx;
    state.requestId = String(res.getHeader('X-Request-Id')); // set by the server
    res.once('close', () => {
      observe({
        requestId: state.requestId,
        traceId: TRACEPARENT.exec(String(req.headers.traceparent))?.[1],
        method: ctx.method,
        route: ctx.matched?.[0]?.path.toString(),
        status: res.headersSent ? res.statusCode : undefined, // else it would be Koa's 404
        duration: performance.now() - arrivedAt,
        aborted: !res.writableFinished,
        accountId: state.caller?.accountId ?? state.browserSession?.account.id,
        keyPrefix: state.caller?.keyPrefix,
        error: state.error,
      });
    });
    return next();
  };
}
