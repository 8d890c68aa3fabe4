import { STATUS_CODES } from 'node:http';
import {
  allowedOrigin,
  errorResponse,
  EXPOSED_HEADERS,
  headersTooLarge,
  HttpError,
  JSON_TYPE,
  STANDARD_HEADERS,
} from '../errors.js';

// Builds the error responses to requests that node:http does not pass to the application.

/** Returns the error to send for a request that node:http could not parse. */
export function parserError(error: Error): HttpError {
  switch ('code' in error ? error.code : undefined) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError('payload_too_large', 'The chunk extensions of the body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request_timeout', 'The request did not arrive in time.');
    default:
      return new HttpError('invalid_request', 'The request is not valid HTTP.');
  }
}

/**
 * The error to send for CONNECT, which asks for a tunnel. For CONNECT, node:http gives only the socket and no response
 * object.
 */
export const tunnelRefused = new HttpError('method_not_allowed', 'This service is not a proxy.', {
  Allow: 'GET, HEAD, OPTIONS, POST',
});

/** Returns the value of the Origin header in the bytes that node:http could not parse, if they contain one. */
export function originIn(error: Error): string | undefined {
  const bytes = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : undefined;
  return bytes && /^origin:[ \t]*(\S+)/im.exec(bytes.toString('latin1'))?.[1];
}

interface LastResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Builds the error response after which a connection closes. If `origin` is one of the allowed `origins`, scripts from
 * there may read the response (CORS).
 */
export function lastResponse(
  error: HttpError,
  origins: readonly string[] | undefined,
  origin: string | undefined,
): LastResponse {
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
export function rawResponse({ status, headers, body }: LastResponse, requestId: string): string {
  const lines = Object.entries({ ...headers, 'X-Request-Id': requestId, Date: new Date().toUTCString() });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`;
}
