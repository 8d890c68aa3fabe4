import type { IncomingMessage } from 'node:http';
import { parse } from 'content-type';
import { HttpError } from '../api/errors.js';
import { repeated, singleHeader } from './headers.js';

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
 * Reads the body of a request, or tells why not; one that is too large is left where it is, for a response that closes.
 * @param type the one media type that it may have, with no parameter but charset=utf-8
 * @param limit of its length, in bytes
 */
export async function readBody(request: IncomingMessage, type: string, limit: number): Promise<Buffer | BodyFault> {
  if (!isPlain(request, type)) return 'of another type';
  // What its sender says of its length decides before a byte of it is read.
  if (Number(request.headers['content-length'] ?? 0) > limit) return 'too large';
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length <= limit) chunks.push(chunk);
        else {
          chunks.length = 0;
          request.pause();
          resolve('too large');
        }
      })
      .once('end', () => {
        const [only = NOTHING] = chunks;
        resolve(chunks.length > 1 ? Buffer.concat(chunks) : only);
      })
      .on('error', () => resolve('broken off'))
      .once('close', () => {
        if (!request.complete) resolve('broken off');
      });
  });
}

const NOTHING = Buffer.alloc(0);

function isPlain(request: IncomingMessage, wanted: string): boolean {
  const contentType = singleHeader(request, 'content-type');
  if (contentType === undefined || contentType === repeated) return false;
  if (request.headers['content-encoding'] !== undefined) return false;
  if (contentType === wanted) return true;
  try {
    const { type, parameters } = parse(contentType);
    return (
      type === wanted &&
      Object.entries(parameters).every(([name, value]) => name === 'charset' && value.toLowerCase() === 'utf-8')
    );
  } catch {
    return false;
  }
}
