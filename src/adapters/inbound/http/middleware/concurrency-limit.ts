import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { deprecationHeaders } from './deprecation.js';
import { errorResponse } from '../api/errors.js';
import { BUSY, Work, works, type Load } from './load.js';
import type { RequestObserver } from './request-log.js';
import { JSON_TYPE, STANDARD_HEADERS } from './standard-headers.js';
import { requestIdOf } from '../request/request-id.js';
import { isProbe, pathOf } from './request-target.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const REFUSAL = errorResponse(BUSY);
const HEADERS = {
  ...STANDARD_HEADERS,
  ...REFUSAL.headers,
  'Content-Type': JSON_TYPE,
  'Content-Length': Buffer.byteLength(REFUSAL.body),
};

/**
 * Lets requests in as there is room for them, and refuses those that would wait too long, before there is a context, a
 * middleware or a listener for them: when there is too much to do, what a refusal costs is missing from the others. A
 * client that waits asks for nothing else on its connection, which costs least of all. Probes are always let in.
 */
export function admission(load: Load, observe: RequestObserver, handle: Handler): Handler {
  return async (request, response) => {
    const arrived = performance.now();
    // Most bodies come with their head, and are here once this turn of the event loop has read what there is.
    if (request.method === 'POST') await setImmediate();
    if (isProbe(pathOf(request))) {
      await handle(request, response);
      return;
    }
    const work = new Work(load, arrived, request.complete);
    try {
      await work.begin();
      if (response.destroyed) work.giveBack(); // it waited for nobody
    } catch {
      refuse(request, response, arrived, observe);
      return;
    }
    works.set(request, work);
    try {
      await handle(request, response);
    } finally {
      work.end();
    }
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, arrived: number, observe: RequestObserver): void {
  const { method = '' } = request;
  const requestId = requestIdOf(request) ?? randomUUID();
  const { destroyed } = response;
  const headers = { ...HEADERS, ...deprecationHeaders(method, pathOf(request)), 'X-Request-Id': requestId };
  response.writeHead(REFUSAL.status, headers).end(REFUSAL.body);
  observe({
    requestId,
    traceId: undefined,
    method,
    route: undefined,
    status: destroyed ? undefined : REFUSAL.status,
    duration: performance.now() - arrived,
    aborted: destroyed,
    accountId: undefined,
    keyPrefix: undefined,
    error: BUSY,
  });
}
