import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { deprecationHeaders } from './deprecation.js';
import { errorResponse } from './errors.js';
import { BUSY, type Load } from './load.js';
import { requestIdOf, type RequestObserver } from './observation.js';
import { reply } from './reply.js';
import { isProbe } from './request-line.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const REFUSAL = errorResponse(BUSY);
const HEADERS = Object.entries(REFUSAL.headers).flat();

/**
 * Refuses what is too much before there is a context, a middleware or a listener for it. At twice the load that the
 * processor can carry every second request is refused, and what that costs is missing from the others.
 */
export function shedding(load: Load, observe: RequestObserver, handle: Handler): Handler {
  return async (request, response) => {
    // Most bodies come with their head, and are here once this turn of the event loop has read what there is. Looked at
    // before, they would not count yet: all heads of the turn would be let in, and refused after all that is done for one.
    if (request.method === 'POST') await setImmediate();
    const { method = '', url = '' } = request;
    if (!load.isFull || !url.startsWith('/')) return handle(request, response); // other targets need a closer look
    const [path = ''] = url.split('?', 1);
    if (isProbe(path)) return handle(request, response);

    load.shed++;
    const requestId = requestIdOf(request) ?? randomUUID();
    const headers = deprecationHeaders(method, path);
    const state = { requestId, ...(headers && { headers }) };
    reply({ res: response, state, respond: false }, REFUSAL.status, REFUSAL.body, HEADERS);
    observe({
      requestId,
      traceId: undefined,
      method,
      route: undefined,
      status: REFUSAL.status,
      duration: 0,
      aborted: false,
      accountId: undefined,
      keyPrefix: undefined,
      error: BUSY,
    });
  };
}
