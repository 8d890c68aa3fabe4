import { randomUUID } from 'node:crypto';
import { works } from './load.js';
import { STANDARD_HEADERS } from './standard-headers.js';
import { requestIdOf } from '../request/request-id.js';
import type { HttpMiddleware } from '../state.js';

/** What is told of a request once its response is sent or its connection is lost. Nothing secret, no body. */
export interface RequestRecord {
  readonly requestId: string;
  /** Of a valid traceparent, where the client sent one. */
  readonly traceId: string | undefined;
  readonly method: string;
  /** The pattern of the path, such as /v1/pets/:petId; absent where no route has the path. */
  readonly route: string | undefined;
  /** Absent where the connection was lost before there was an answer. */
  readonly status: number | undefined;
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

// W3C Trace Context, section 3.2: version 00 has these four parts, a later one may have more; all zeroes name nothing.
const TRACEPARENT =
  /^(?:00-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}|(?!00|ff)[0-9a-f]{2}-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?)$/;

/** The trace id of a valid traceparent; two of them come as one text that is not valid. */
function traceIdOf(traceparent: string | string[] | undefined): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, current, later] = TRACEPARENT.exec(traceparent) ?? [];
  const id = current ?? later;
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}

/** Names the request, puts the headers that every response carries, and tells the observer how it went. */
export function observation(observe: RequestObserver): HttpMiddleware {
  return (ctx, next) => {
    const { req, res, state } = ctx;
    const arrived = works.get(req)?.arrived ?? performance.now();
    state.requestId = requestIdOf(req) ?? randomUUID();
    ctx.set(STANDARD_HEADERS);
    ctx.set('X-Request-Id', state.requestId);
    res.once('close', () => {
      observe({
        requestId: state.requestId,
        traceId: traceIdOf(req.headers.traceparent),
        method: ctx.method,
        route: state.route,
        status: res.headersSent ? res.statusCode : undefined, // else it would be Koa's 404
        duration: performance.now() - arrived,
        aborted: !res.writableFinished,
        accountId: state.caller?.accountId ?? state.accountId,
        keyPrefix: state.caller?.keyPrefix,
        error: state.error,
      });
    });
    return next();
  };
}
