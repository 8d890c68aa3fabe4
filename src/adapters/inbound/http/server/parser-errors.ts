import { errorResponse, HttpError, JSON_TYPE, STANDARD_HEADERS } from '../errors.js';

/** The refusal of a request that node:http could not read. */
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

/** CONNECT requests a tunnel; node:http hands over the connection without a response. */
export const tunnelRefused = new HttpError('method_not_allowed', 'This service is not a proxy.', {
  Allow: 'GET, HEAD, OPTIONS, POST',
});

/** The last response of a connection. */
export function lastResponse(error: HttpError): { status: number; headers: Record<string, string>; body: string } {
  const { status, headers, body } = errorResponse(error);
  return {
    status,
    headers: {
      ...STANDARD_HEADERS,
      ...headers,
      'Content-Type': JSON_TYPE,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
    body,
  };
}
