import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpError } from '../errors.js';
import { type Connection, type Connections, requestIdOf } from './connections.js';
import { lastResponse, originIn, parserError, rawResponse, tunnelRefused } from './parser-errors.js';
import type { RequestObserver } from './types.js';

// Responds to what node:http does not pass to the application: requests that it cannot parse, and CONNECT.

/**
 * How long the input of a connection is still read after its last response, in milliseconds. Closing a connection with
 * unread input would reset it and could lose that response (RFC 9112, section 9.6).
 */
const LINGER_MS = 2000;

export interface RefusalOptions {
  /** The origins whose scripts may read the refusals; see CORS_ORIGINS. */
  readonly corsOrigins: readonly string[] | undefined;
  /** Called for each response that is written to a socket directly, because the application does not see it. */
  readonly observe: RequestObserver;
}

export function sendRefusals(server: Server, connections: Connections, options: RefusalOptions): void {
  server.on('clientError', (error: Error, socket) => failed(socket, parserError(error), originIn(error)));
  server.on('connect', (request, socket) => failed(socket, tunnelRefused, request.headers.origin, request));

  /** Responds to a request that the application does not see, after earlier responses, and closes the connection. */
  function failed(socket: Duplex, error: HttpError, origin: string | undefined, request?: IncomingMessage): void {
    const connection = connections.of(socket);
    // node:http reports the error again for every further packet.
    if (connection === undefined || connection.isRefused) return;
    connection.isRefused = true;
    const last = [...connection.open.keys()].at(-1);
    if (last === undefined) refuse(connection, error, origin, request);
    else if (last.req.complete) last.once('close', () => refuse(connection, error, origin, request));
    else if (last.headersSent || !socket.writable) socket.destroy();
    else {
      const { status, headers, body } = lastResponse(error, options.corsOrigins, last.req.headers.origin);
      last.writeHead(status, headers).end(body);
    }
  }

  /** Responds to a request that has no response object, reports it, and discards further input. */
  function refuse(
    connection: Connection,
    error: HttpError,
    origin: string | undefined,
    request?: IncomingMessage,
  ): void {
    const { socket } = connection;
    if (!socket.writable) return; // An earlier response has closed the connection.
    connection.closeAt = performance.now() + LINGER_MS;
    const refusal = lastResponse(error, options.corsOrigins, origin);
    const requestId = requestIdOf(request);
    options.observe({ requestId, method: request?.method, status: refusal.status, duration: 0, aborted: false, error });
    socket.end(rawResponse(refusal, requestId));
    socket.resume();
  }
}
