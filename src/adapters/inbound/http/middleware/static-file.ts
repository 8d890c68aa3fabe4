import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { HttpMiddleware } from '../state.js';

/**
 * Serves one file whole, without ranges. A browser keeps it and asks with `If-None-Match` whether it has changed
 * (RFC 9110, section 13.1.2), so that a new version shows at once.
 *
 * Reads the file once, at the start: a stream would hold a file descriptor for each response that its client does not
 * read, and an `npm ci` removes the file for a while.
 */
export function staticFile(file: string | URL): HttpMiddleware {
  const body = readFileSync(file);
  const etag = hash('sha256', body, 'base64url');
  return (ctx) => {
    ctx.type = extname(String(file));
    ctx.set('Cache-Control', 'no-cache');
    ctx.etag = etag;
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = body;
  };
}
