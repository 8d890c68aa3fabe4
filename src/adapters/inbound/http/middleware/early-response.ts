import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { HttpMiddleware } from '../state.js';

/** How long the rest of a request is read and discarded after its response, in milliseconds. */
const LINGER_MS = 2000;

/**
 * Closes the connection after a response that is sent before the request body has arrived in full: the rest of the body
 * would be read as the next request. Reads on for a while before it closes, since closing with unread data resets the
 * connection, and the client would lose the response (RFC 9112, section 9.6).
 */
export const earlyResponse: HttpMiddleware = async (ctx, next) => {
  await next();
  if (ctx.req.complete) return;
  ctx.set('Connection', 'close');
  const body: unknown = ctx.body;
  if (typeof body !== 'string' || ctx.method === 'HEAD') return;
  ctx.body = Readable.from(withRest(body, ctx.req));
  ctx.length = Buffer.byteLength(body);
};

async function* withRest(body: string, request: IncomingMessage) {
  yield body;
  const signal = AbortSignal.timeout(LINGER_MS);
  // Rejects when the time is over or the client leaves: both end the connection.
  await finished(request.resume(), { signal, writable: false }).catch(() => undefined);
}
