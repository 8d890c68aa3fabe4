import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import type { HttpMiddleware, HttpRouter } from '../../state.js';

/** @public The image has no other files of these packages: scripts/trim-for-image.mjs reads the list. */
export const PACKAGE_FILES = [
  '@picocss/pico/css/pico.jade.min.css',
  '@picocss/pico/css/pico.conditional.jade.min.css',
  'swagger-ui-dist/swagger-ui.css',
  'swagger-ui-dist/swagger-ui-bundle.js',
];

const ASSETS = join(import.meta.dirname, '../assets');

/** Each file that the pages load has a route of its own, so that the path of a request never becomes the name of a file. */
export function fileRoutes(router: HttpRouter): void {
  const { resolve } = createRequire(import.meta.url);
  const assets = readdirSync(ASSETS).map((name) => join(ASSETS, name));
  for (const file of [...PACKAGE_FILES.map((name) => resolve(name)), ...assets]) {
    router.get(`/account/${basename(file)}`, staticFile(file));
  }
}

/**
 * Sends a file from memory: a stream would hold a descriptor for each client that does not read. It is read when it is
 * first requested, because most processes never send the largest ones.
 */
function staticFile(path: string): HttpMiddleware {
  let body: Buffer | undefined;
  let etag = '';
  return (ctx) => {
    if (body === undefined) {
      body = readFileSync(path);
      etag = hash('sha256', body, 'base64url');
    }
    ctx.type = extname(path);
    ctx.set('Cache-Control', 'no-cache'); // A browser keeps the file and revalidates it (RFC 9110, section 13.1.2).
    ctx.etag = etag;
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = body;
  };
}
