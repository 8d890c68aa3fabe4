import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { HttpMiddleware } from '../state.js';

/**
 * Serves one file whole, which a browser keeps and revalidates (RFC 9110, section 13.1.2). Reads it at the start: a stream
 * would hold a file descriptor for each client that does not read, and an `npm ci` removes the file for a while.
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
