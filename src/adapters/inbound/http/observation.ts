import { randomUUID } from 'node:crypto';
import { putSteadyHeaders } from './reply.js';
import type { HttpMiddleware } from './state.js';

/** What is told of a request once its response is sent or its connection is lost. Nothing secret, no body. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the path, such as /v1/pets/:petId; absent where no route has the path. */
  readonly route: string | undefined;
  readonly status: number;
  /** From the arrival of the head to the end of the response, in milliseconds. */
  readonly duration: number;
  /** Whether the connection was lost before the response was complete. */
  readonly aborted: boolean;
  readonly accountId: bigint | undefined;
  readonly keyPrefix: string | undefined;
  /** Why the request failed, where it did. */
  readonly error: unknown;
}

/** Whoever keeps the log and the metrics. */
export type RequestObserver = (record: RequestRecord) => void;

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Names the request, puts the headers that every response carries, and tells the observer how it went. */
export function observation(observe: RequestObserver): HttpMiddleware {
  return (ctx, next) => {
    const start = performance.now();
    const { req, res, state } = ctx;
    const wanted = req.headers['x-request-id'];
    state.requestId = typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : randomUUID();
    res.once('close', () => {
      observe({
        requestId: state.requestId,
        method: ctx.method,
        route: state.route,
        status: res.statusCode,
        duration: performance.now() - start,
        aborted: !res.writableFinished,
        accountId: state.caller?.accountId,
        keyPrefix: state.caller?.keyPrefix,
        error: state.error,
      });
    });
    return next().then(() => {
      if (ctx.respond !== false) putSteadyHeaders(res, state.requestId);
    });
  };
}
