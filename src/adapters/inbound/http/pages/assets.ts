import { createRequire } from 'node:module';
import type Router from '@koa/router';
import { staticFile } from '../middleware/static-file.js';
import type { PageMiddleware, PageState } from './state.js';

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Serves the files that the pages load. The list is fixed: the path of a request never becomes the name of a file. */
export function assetRoutes(router: Router<PageState>): void {
  const own = (name: string): URL => new URL(name, import.meta.url);
  const { resolve } = createRequire(import.meta.url);
  const files: readonly (readonly [path: string, file: string | URL, type: string])[] = [
    ['/account/pico.css', resolve('@picocss/pico/css/pico.jade.min.css'), CSS],
    ['/account/site.css', own('../assets/site.css'), CSS],
    ['/account/page.css', own('assets/page.css'), CSS],
    ['/account/copy.js', own('assets/copy.js'), SCRIPT],
    ['/account/paw.svg', own('../assets/paw.svg'), 'image/svg+xml'],
  ];
  for (const [path, file, type] of files) {
    router.get(path, staticFile(file, { 'Content-Type': type }) as PageMiddleware); // it reads no state
  }
}
