import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Router from '@koa/router';
import type { PageState } from './state.js';

interface Asset {
  /** The value of Content-Type. */
  readonly type: string;
  readonly body: Buffer;
}

const CSS = 'text/css; charset=utf-8';

/** The files that the pages load, by path; at most 80 KiB each, and read once. */
function readAssets(): ReadonlyMap<string, Asset> {
  const own = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, import.meta.url));
  const { resolve } = createRequire(import.meta.url);
  return new Map([
    ['/account/pico.css', { type: CSS, body: readFileSync(resolve('@picocss/pico/css/pico.jade.min.css')) }],
    ['/account/page.css', { type: CSS, body: own('page.css') }],
    ['/account/copy.js', { type: 'text/javascript; charset=utf-8', body: own('copy.js') }],
    ['/account/paw.svg', { type: 'image/svg+xml', body: own('paw.svg') }],
  ]);
}

/** A browser keeps the files and asks each time whether they have changed, so that it never mixes two versions. */
export function assetRoutes(router: Router<PageState>): void {
  for (const [path, { type, body }] of readAssets()) {
    const etag = hash('sha256', body, 'base64url');
    router.get(path, (ctx) => {
      ctx.status = 200;
      ctx.set('Cache-Control', 'no-cache');
      ctx.etag = etag;
      if (ctx.fresh) {
        ctx.status = 304;
        return;
      }
      ctx.set('Content-Type', type);
      ctx.body = body;
    });
  }
}
