import type { IncomingMessage } from 'node:http';
import { parse } from 'content-type';
import getRawBody from 'raw-body';
import { HttpError } from './errors.js';
import { repeated, singleHeader } from './single-header.js';

/** The largest body, in bytes. */
export const BODY_LIMIT = 100 * 1024;

/**
 * Reads the body of a request that must be JSON.
 * @throws HttpError `unsupported_media_type`, `payload_too_large`, or `invalid_request` where the body breaks off
 */
export async function readJsonBody(request: IncomingMessage): Promise<Buffer> {
  if (!isPlainJson(request)) {
    throw new HttpError(
      'unsupported_media_type',
      'The body must be JSON: send Content-Type: application/json, with no parameter but charset=utf-8, and no Content-Encoding.',
    );
  }
  try {
    return await getRawBody(request, { length: request.headers['content-length'] ?? null, limit: BODY_LIMIT });
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large') {
      throw new HttpError('payload_too_large', `The body is larger than ${BODY_LIMIT} bytes.`, { Connection: 'close' });
    }
    throw new HttpError('invalid_request', 'The body ended before it was complete.');
  }
}

function isPlainJson(request: IncomingMessage): boolean {
  const contentType = singleHeader(request, 'content-type');
  if (contentType === undefined || contentType === repeated) return false;
  if (request.headers['content-encoding'] !== undefined) return false;
  try {
    const { type, parameters } = parse(contentType);
    return (
      type === 'application/json' &&
      Object.entries(parameters).every(([name, value]) => name === 'charset' && value.toLowerCase() === 'utf-8')
    );
  } catch {
    return false;
  }
}
