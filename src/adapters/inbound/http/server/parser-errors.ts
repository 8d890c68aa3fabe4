import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorResponse, HttpError } from '../api/errors.js';
import { JSON_TYPE, STANDARD_HEADERS } from '../middleware/standard-headers.js';

/** What node:http found wrong before there was a request to hand on. */
export function parserError(error: Error): HttpError {
  switch ('code' in error ? error.code : undefined) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError('headers_too_large', 'The request line and headers together are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError('payload_too_large', 'The chunk extensions of the body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request_timeout', 'The request did not arrive in time.');
    default:
      return new HttpError('invalid_request', 'The request is not valid HTTP.');
  }
}

/** The CONNECT method asks for a tunnel, which node:http leaves to its owner to refuse. */
export const tunnelRefused = new HttpError('method_not_allowed', 'This service is no proxy.', {
  Allow: 'GET, HEAD, OPTIONS, POST',
});

/** Answers on a bare connection, where there is no response object to do it with, and closes it. */
export function answerRaw(socket: Duplex, error: HttpError): void {
  const { status, headers, body } = errorResponse(error);
  const lines = Object.entries({
    ...STANDARD_HEADERS,
    'X-Request-Id': randomUUID(),
    ...headers,
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}
