import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { errorResponse, JSON_TYPE, STANDARD_HEADERS } from '../errors.js';
import { MAX_PARTS } from '../request/body.js';
import type { HttpContext, HttpMiddleware } from '../state.js';

/** How long the rest of a request is read and discarded after the response, in milliseconds. */
const LINGER_MS = 2000;

/**
 * Parts with fewer bytes than this are counted. A network packet is larger; the parts of a flood of small chunks are
 * not.
 */
const TINY = 512;

/**
 * Sets the headers of every response, and turns every error of a later middleware into an error response of the same
 * form.
 */
export const response: HttpMiddleware = async (ctx, next) => {
  for (const [name, value] of STANDARD_HEADERS) ctx.res.setHeader(name, value);
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
 * The rest of a body that has not arrived completely would be read as the next request. Therefore the connection is
 * closed, but only after more of the body was read: closing with unread data would reset the connection and lose the
 * response (RFC 9112, section 9.6).
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
  let tinyParts = 0;
  request.on('data', (part: Buffer) => {
    // Only destroying the request stops the parser, which continues while the request is paused.
    if (part.length < TINY && ++tinyParts > MAX_PARTS) request.destroy();
  });
  const signal = AbortSignal.timeout(LINGER_MS);
  // This rejects when the time is over or the client leaves. Both end the connection.
  await finished(request, { signal, writable: false }).catch(() => undefined);
}
