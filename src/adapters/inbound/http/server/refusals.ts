import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ClientConnections } from './connections.js';
import { requestIdOf } from './request-id.js';
import type { RequestObserver } from './types.js';
import { errorResponse, headersTooLarge, HttpError, UNSUPPORTED_VERSION } from '../http-errors.js';
import {
  allowedOrigin,
  EXPOSED_HEADERS,
  isSupportedVersion,
  JSON_TYPE,
  LINGER_MS,
  METHODS,
  STANDARD_HEADERS,
} from '../protocol.js';

// Responds to what node:http does not pass to the application: requests that it cannot parse, to which its own
// responses have no body, and CONNECT, to which it does not respond.

/** CONNECT asks for a tunnel. */
const TUNNEL_REFUSED = new HttpError('method_not_allowed', 'This service is not a proxy.', {
  Allow: METHODS.join(', '),
});

export interface RefusalOptions {
  /** The origins whose scripts may read the refusals; see CORS_ORIGINS. */
  readonly corsOrigins: readonly string[] | undefined;
  /** Called for each response that is written to a socket directly, because the application does not see it. */
  readonly observers: readonly RequestObserver[];
}

export function sendRefusals(server: Server, connections: ClientConnections, options: RefusalOptions): void {
  server.on('clientError', (error: Error, socket) => failed(socket, parserError(error)));
  server.on('connect', (request, socket) => {
    failed(socket, isSupportedVersion(request.httpVersion) ? TUNNEL_REFUSED : UNSUPPORTED_VERSION, request);
  });

  /** Responds to a request that the application does not see, after earlier responses, and closes the connection. */
  function failed(socket: Duplex, error: HttpError, request?: IncomingMessage): void {
    const refusal = connections.refuse(socket);
    if (refusal === undefined) return; // node:http reports the error again for every further packet.
    if ('by' in refusal) {
      refuseBy(refusal.by, error);
      return;
    }
    const { after: before, request: arrived = request } = refusal;
    if (before === undefined) refuse(socket, error, arrived);
    else after(before, () => refuse(socket, error, arrived));
  }

  /** Responds to a request of which the application waits for the rest. */
  function refuseBy(response: ServerResponse, error: HttpError): void {
    const { req, headersSent } = response;
    if (headersSent || !req.socket.writable) {
      req.socket.destroy();
      return;
    }
    const { status, headers, body } = lastResponse(error, options.corsOrigins, req.headers.origin);
    response.writeHead(status, headers).end(body);
  }

  /** Responds to a request that has no response object, reports it, and discards further input. */
  function refuse(socket: Duplex, error: HttpError, request?: IncomingMessage): void {
    if (!socket.writable) return; // An earlier response has closed the connection.
    const refusal = lastResponse(error, options.corsOrigins, request?.headers.origin);
    const requestId = requestIdOf(request);
    const { method } = request ?? {};
    const record = { requestId, method, status: refusal.status, duration: 0, aborted: false, error };
    for (const observe of options.observers) observe(record);
    socket.end(rawResponse(refusal, requestId));
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }
}

/**
 * Calls back when a response has been written, unless it closes the connection. For a client that has closed its sending
 * side, node:http closes the connection in its own listener after the last response, so this listener comes first.
 */
function after(response: ServerResponse, call: () => void): void {
  response.prependOnceListener('finish', () => {
    if (response.shouldKeepAlive && response.getHeader('Connection') !== 'close') call();
  });
}

/** Returns the error to send for a request that node:http could not parse. */
function parserError(error: Error): HttpError {
  switch ('code' in error ? error.code : undefined) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError('payload_too_large', 'The chunk extensions of the body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request_timeout', 'The request did not arrive in time.');
    case 'HPE_INVALID_VERSION':
      return UNSUPPORTED_VERSION;
    default:
      return new HttpError('invalid_request', 'The request is not valid HTTP.');
  }
}

/**
 * Builds the error response after which a connection closes. If `origin` is one of the allowed `origins`, scripts from
 * there may read the response (CORS).
 */
function lastResponse(error: HttpError, origins: readonly string[] | undefined, origin: string | undefined) {
  const { status, headers, body } = errorResponse(error);
  const allowed = origin && origins && allowedOrigin(origins, origin);
  const fields: Record<string, string> = {
    ...Object.fromEntries(STANDARD_HEADERS),
    ...headers,
    ...(origins && { Vary: 'Origin' }),
    ...(allowed && { 'Access-Control-Allow-Origin': allowed, 'Access-Control-Expose-Headers': EXPOSED_HEADERS }),
    'Content-Type': JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { status, headers: fields, body };
}

/** Returns the text of a response to write to the socket directly, where node:http gives no response object. */
function rawResponse({ status, headers, body }: ReturnType<typeof lastResponse>, requestId: string): string {
  const lines = Object.entries({ ...headers, 'X-Request-Id': requestId, Date: new Date().toUTCString() });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`;
}
