import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { HttpMiddleware } from '../state.js';

/**
 * Serves one file as a stream, whole: without ranges. A browser keeps it and asks with `If-None-Match` whether it has
 * changed (RFC 9110, section 13.1.2), so that a new version shows at once.
 * @param headers Content-Type, and others that differ from the standard headers
 */
export function staticFile(file: string | URL, headers: Readonly<Record<string, string>>): HttpMiddleware {
  return async (ctx) => {
    const { size, mtime } = await stat(file);
    ctx.set({ ...headers, 'Cache-Control': 'no-cache' });
    ctx.etag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.length = size;
    ctx.body = createReadStream(file);
  };
}
