import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { arriving, type ArrivingRequest } from '../arriving-request.js';
import { errorResponse } from '../http-errors.js';
import { JSON_TYPE, LINGER_MS, STANDARD_HEADERS } from '../protocol.js';
import { MAX_PARTS } from '../request/body.js';
import type { HttpContext, HttpMiddleware } from '../state.js';

/**
 * While the rest of a refused body is discarded, its parts with fewer bytes than this count towards MAX_PARTS. Network
 * packets are usually larger; the chunks of a flood are not.
 */
const TINY = 512;

/**
 * Sets the headers of every response, and turns every error of a later middleware into a response.
 * @param sendError responds to a request with an error
 */
export function response(sendError: (ctx: HttpContext, error: unknown) => void): HttpMiddleware {
  return async (ctx, next) => {
    for (const [name, value] of STANDARD_HEADERS) ctx.res.setHeader(name, value);
    try {
      await next();
    } catch (error) {
      sendError(ctx, error);
    }
    if (!ctx.req.complete) closeAfterResponse(ctx);
  };
}

/** Responds with the specification's Error. */
export function sendErrorJson(ctx: HttpContext, error: unknown): void {
  const { status, headers, body } = errorResponse(error);
  ctx.state.error = error;
  ctx.status = status;
  ctx.set(headers);
  sendJson(ctx, body);
}

export function sendJson(ctx: HttpContext, body: string | Buffer): void {
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = body;
}

/**
 * Closes the connection after the response, because the rest of an incomplete body would be taken for the next request.
 * It first reads more of the body, for LINGER_MS.
 */
function closeAfterResponse(ctx: HttpContext): void {
  ctx.set('Connection', 'close');
  const body: unknown = ctx.body;
  if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || ctx.method === 'HEAD') return;
  ctx.body = Readable.from(withRest(body, arriving(ctx.req)));
  ctx.length = Buffer.byteLength(body);
}

async function* withRest(body: string | Buffer, request: ArrivingRequest) {
  yield body;
  let tinyParts = 0;
  request.on('part', (length: number) => {
    // Pausing the request would not stop the parser of node:http; only destroying the request does.
    if (length < TINY && ++tinyParts > MAX_PARTS) request.destroy();
  });
  request.refuseBody();
  const signal = AbortSignal.timeout(LINGER_MS);
  // This rejects when the time is over or the client leaves. Both end the connection.
  await finished(request, { signal, writable: false }).catch(() => undefined);
}
