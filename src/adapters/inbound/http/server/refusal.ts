import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorResponse, headersTooLarge, HttpError } from '../http-errors.js';
import { JSON_TYPE, STANDARD_HEADERS } from '../protocol.js';

/**
 * In milliseconds. Closing a connection with unread input would reset it and could lose the response (RFC 9112, section
 * 9.6).
 */
const LINGER_MS = 2000;

/** Returns the error to send for a request that node:http cannot read. Its own responses have no body. */
export function parserError(error: Error): HttpError {
  switch ('code' in error ? error.code : undefined) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request_timeout', 'The request did not arrive in time.');
    default:
      return new HttpError('invalid_request', 'The request is not valid HTTP.');
  }
}

/** Writes the response to a request that the application does not see, and closes the connection. Returns the status. */
export function sendRefusal(socket: Socket, error: HttpError, requestId: string): number {
  const { status, headers, body } = errorResponse(error);
  const fields: Record<string, string> = {
    ...Object.fromEntries(STANDARD_HEADERS),
    ...headers,
    'Content-Type': JSON_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  return status;
}
