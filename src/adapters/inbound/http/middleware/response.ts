import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { errorResponse, JSON_TYPE, STANDARD_HEADERS } from '../errors.js';
import type { HttpContext, HttpMiddleware } from '../state.js';

/** How long the rest of a request is read and discarded after its response, in milliseconds. */
const LINGER_MS = 2000;

/** Sets the headers of every response, and answers every error of a later middleware in the one shape of an error response. */
export const response: HttpMiddleware = async (ctx, next) => {
  ctx.set(STANDARD_HEADERS);
  try {
    await next();
  } catch (error) {
    ctx.state.error = error;
    const { status, headers, body } = errorResponse(error);
    ctx.status = status;
    ctx.set(headers);
    sendJson(ctx, body);
  }
  if (!ctx.req.complete) closeAfterResponse(ctx);
};

export function sendJson(ctx: HttpContext, body: string | Buffer): void {
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = body;
}

/**
 * The rest of a body that has not arrived in full would be read as the next request. Reads on for a while before it closes
 * the connection: with unread data, closing would reset it, and lose the response (RFC 9112, section 9.6).
 */
function closeAfterResponse(ctx: HttpContext): void {
  ctx.set('Connection', 'close');
  const body: unknown = ctx.body;
  if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || ctx.method === 'HEAD') return;
  ctx.body = Readable.from(withRest(body, ctx.req));
  ctx.length = Buffer.byteLength(body);
}

async function* withRest(body: string | Buffer, request: IncomingMessage) {
  yield body;
  const signal = AbortSignal.timeout(LINGER_MS);
  // Rejects when the time is over or the client leaves: both end the connection.
  await finished(request.resume(), { signal, writable: false }).catch(() => undefined);
}
