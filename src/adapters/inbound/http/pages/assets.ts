import { createRequire } from 'node:module';
import type Router from '@koa/router';
import { staticFile } from '../middleware/static-file.js';
import type { PageMiddleware, PageState } from './state.js';

/** Serves the files that the pages load. The list is fixed: the path of a request never becomes the name of a file. */
export function assetRoutes(router: Router<PageState>): void {
  const own = (name: string): URL => new URL(name, import.meta.url);
  const files = {
    '/account/pico.css': createRequire(import.meta.url).resolve('@picocss/pico/css/pico.jade.min.css'),
    '/account/site.css': own('../assets/site.css'),
    '/account/page.css': own('assets/page.css'),
    '/account/copy.js': own('assets/copy.js'),
    '/account/paw.svg': own('../assets/paw.svg'),
  };
  // The cast: it reads no state.
  for (const [path, file] of Object.entries(files)) router.get(path, staticFile(file) as PageMiddleware);
}
