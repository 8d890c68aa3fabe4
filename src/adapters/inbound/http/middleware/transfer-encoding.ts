import { HttpError } from '../api/errors.js';
import { singleHeader } from '../request/headers.js';
import type { HttpMiddleware } from '../state.js';

/**
 * Refuses what node:http accepts although a proxy may read it otherwise (RFC 9112, sections 6.1 and 11.2): a transfer
 * coding other than `chunked`, and any in HTTP/1.0.
 */
export const transferEncoding: HttpMiddleware = (ctx, next) => {
  const { req } = ctx;
  const coding = singleHeader(req, 'transfer-encoding');
  if (coding === undefined) return next();
  if (req.httpVersion === '1.1' && typeof coding === 'string' && coding.toLowerCase() === 'chunked') return next();
  throw new HttpError('invalid_request', 'Transfer-Encoding must be chunked, in HTTP/1.1.', { Connection: 'close' });
};
