import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { accountRoutes, type AccountOptions } from './account-routes.js';
import { animalRoutes, type AnimalOptions } from './animal-routes.js';
import { keyRoutes, type KeyOptions } from './key-routes.js';
import type { PageRouter } from './page-router.js';
import { StartPage } from './views/start.js';
import { staticFile } from '../middleware/static-file.js';
import type { HttpRouter } from '../state.js';

/** Whether the path belongs to the start page, the docs, or the pages for accounts and animals, even if no page has it. */
export function isPagePath(path: string): boolean {
  const [, room = '', rest] = path.split('/', 3);
  return room === '' || room === 'docs' ? rest === undefined : room === 'account' || room === 'animals';
}

export type PagesOptions = AccountOptions & KeyOptions & AnimalOptions;

/** Adds the start page, the pages of accounts, keys and animals, and the files that the pages load. */
export function pageRoutes(router: HttpRouter, pages: PageRouter, options: PagesOptions): void {
  accountRoutes(pages, options);
  keyRoutes(pages, options);
  animalRoutes(pages, options);
  pages.open('/', (ctx) => pages.render(ctx, StartPage, { signUpOpen: options.signUpOpen }));
  // Each file that the pages load has a route of its own, so that the path of a request never becomes the name of a
  // file.
  router.get('/account/pico.css', staticFile(PICO));
  for (const name of readdirSync(ASSETS)) {
    router.get(`/account/${name}`, staticFile(new URL(name, ASSETS)));
  }
}

const PICO = createRequire(import.meta.url).resolve('@picocss/pico/css/pico.jade.min.css');
const ASSETS = new URL('assets/', import.meta.url);
