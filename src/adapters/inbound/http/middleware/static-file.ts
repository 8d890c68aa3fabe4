import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { HttpMiddleware } from '../state.js';

/**
 * Serves one file whole, without ranges. A browser keeps it and asks with `If-None-Match` whether it has changed
 * (RFC 9110, section 13.1.2), so that a new version shows at once.
 *
 * Reads the file once, with the first request. A stream would hold a file descriptor for each response that its client
 * does not read, ten of them on a connection with ten pipelined requests.
 * @param headers those that differ from the standard headers
 */
export function staticFile(file: string | URL, headers: Readonly<Record<string, string>> = {}): HttpMiddleware {
  let content: { readonly body: Buffer; readonly etag: string } | undefined;
  return async (ctx) => {
    if (content === undefined) {
      const body = await readFile(file);
      content = { body, etag: hash('sha256', body, 'base64url') };
    }
    ctx.type = extname(String(file));
    ctx.set({ ...headers, 'Cache-Control': 'no-cache' });
    ctx.etag = content.etag;
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = content.body;
  };
}
