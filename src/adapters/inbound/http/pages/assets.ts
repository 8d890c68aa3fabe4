import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface Asset {
  /** The value of Content-Type. */
  readonly type: string;
  readonly body: Buffer;
}

/** The files that the pages load, by the path of the request; read once, here. */
export function readAssets(): ReadonlyMap<string, Asset> {
  const own = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, import.meta.url));
  const { resolve } = createRequire(import.meta.url);
  return new Map([
    ['/account/pico.css', { type: CSS, body: readFileSync(resolve('@picocss/pico/css/pico.jade.min.css')) }],
    ['/account/page.css', { type: CSS, body: own('page.css') }],
    ['/account/copy.js', { type: 'text/javascript; charset=utf-8', body: own('copy.js') }],
    ['/account/paw.svg', { type: 'image/svg+xml', body: own('paw.svg') }],
  ]);
}

const CSS = 'text/css; charset=utf-8';
