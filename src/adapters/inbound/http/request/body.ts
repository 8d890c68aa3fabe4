import type { IncomingMessage } from 'node:http';
import { getRawBody } from 'raw-body';
import { HttpError } from '../errors.js';
import type { repeated } from './headers.js';
import { singleHeader } from './headers.js';

/** The largest JSON body, in bytes. */
const JSON_LIMIT = 100 * 1024;

/**
 * Reads the body of a request that must be JSON.
 * @throws HttpError `unsupported_media_type`, `payload_too_large`, or `invalid_request` where the body breaks off
 */
export async function readJsonBody(request: IncomingMessage): Promise<Buffer> {
  const body = await readBody(request, 'application/json', JSON_LIMIT);
  switch (body) {
    case 'of another type':
      throw new HttpError(
        'unsupported_media_type',
        'The body must be JSON: send Content-Type: application/json, with no parameter but charset=utf-8, and no Content-Encoding.',
      );
    case 'too large':
      throw new HttpError('payload_too_large', `The body is larger than ${JSON_LIMIT} bytes.`, { Connection: 'close' });
    case 'broken off':
      throw new HttpError('invalid_request', 'The body ended before it was complete.');
    default:
      return body;
  }
}

type BodyFault = 'of another type' | 'too large' | 'broken off';

/**
 * Reads the body of a request. Of a body that is too large the rest stays unread, for a response that closes the connection.
 * @param type the one accepted media type, with no parameter but charset=utf-8
 * @param limit of its length, in bytes
 */
export async function readBody(request: IncomingMessage, type: string, limit: number): Promise<Buffer | BodyFault> {
  if (request.headers['content-encoding'] !== undefined) return 'of another type';
  if (!isMediaType(singleHeader(request, 'content-type'), type)) return 'of another type';
  try {
    return await getRawBody(request, { limit, length: request.headers['content-length'] ?? null });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    return isTooLarge ? 'too large' : 'broken off';
  }
}

/**
 * Whether a Content-Type is this media type with at most one parameter, charset=utf-8. Empty parameters and white space
 * around them are allowed (RFC 9110, section 5.6.6).
 */
function isMediaType(contentType: string | undefined | typeof repeated, wanted: string): boolean {
  if (typeof contentType !== 'string') return false;
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.filter((parameter) => parameter !== '');
  return type === wanted && given.length <= 1 && given.every((each) => UTF_8.test(each));
}

const UTF_8 = /^charset=(?:utf-8|"utf-8")$/;
