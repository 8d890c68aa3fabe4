import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { HttpMiddleware } from '../../state.js';

/** From memory: a stream would hold a descriptor for each client that does not read. */
export function staticFile(file: string): HttpMiddleware {
  const body = readFileSync(file);
  const etag = hash('sha256', body, 'base64url');
  return (ctx) => {
    ctx.type = extname(file);
    ctx.set('Cache-Control', 'no-cache'); // A browser keeps the file and revalidates it (RFC 9110, section 13.1.2).
    ctx.etag = etag;
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = body;
  };
}
