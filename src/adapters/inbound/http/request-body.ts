import type { IncomingMessage } from 'node:http';
import { parse } from 'content-type';
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
  // What its sender says of its length decides before a byte of it is read.
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request
      .on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length <= BODY_LIMIT) chunks.push(chunk);
        else {
          chunks.length = 0;
          request.pause();
          reject(tooLarge());
        }
      })
      .once('end', () => {
        const [only = NOTHING] = chunks;
        resolve(chunks.length > 1 ? Buffer.concat(chunks) : only);
      })
      .on('error', () => reject(brokenOff()))
      .once('close', () => {
        if (!request.complete) reject(brokenOff());
      });
  });
}

const NOTHING = Buffer.alloc(0);

function tooLarge(): HttpError {
  return new HttpError('payload_too_large', `The body is larger than ${BODY_LIMIT} bytes.`, { Connection: 'close' });
}

function brokenOff(): HttpError {
  return new HttpError('invalid_request', 'The body ended before it was complete.');
}

function isPlainJson(request: IncomingMessage): boolean {
  const contentType = singleHeader(request, 'content-type');
  if (contentType === undefined || contentType === repeated) return false;
  if (request.headers['content-encoding'] !== undefined) return false;
  if (contentType === 'application/json') return true;
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
