import { accountRoutes, type AccountOptions } from './account/routes.js';
import { animalRoutes, type AnimalOptions } from './animals/routes.js';
import { DocsPage } from './docs.js';
import { keyRoutes, type KeyOptions } from './keys/routes.js';
import { StartPage } from './start.js';
import type { PageRouter } from './support/page-router.js';
import { PAGE_HEADERS } from './support/render.js';
import { fileRoutes } from './support/static-files.js';

/** Whether the path belongs to the start page, the docs, or the pages for accounts and animals, even if no page has it. */
export function isPagePath(path: string): boolean {
  const [, first = '', rest] = path.split('/', 3);
  return first === '' || first === 'docs' ? rest === undefined : first === 'account' || first === 'animals';
}

export type PagesOptions = AccountOptions & KeyOptions & AnimalOptions;

// The page of the documentation reads the document, and calls the API when its reader tries an operation.
const DOCS_POLICY = `${PAGE_HEADERS['Content-Security-Policy']}; connect-src 'self'`;

/** The address at which password managers look for the form that changes a password (W3C, "A Well-Known URL for Changing Passwords"). */
const CHANGE_PASSWORD = '/.well-known/change-password';

export function pageRoutes(pages: PageRouter, options: PagesOptions): void {
  const { router } = pages;
  accountRoutes(pages, options);
  keyRoutes(pages, options);
  animalRoutes(pages, options);
  // These need no session, so they are also served while the service starts, or its database is away.
  router.get('/', (ctx) => pages.render(ctx, StartPage, { signUpOpen: options.signUpOpen }));
  router.get(CHANGE_PASSWORD, (ctx) => pages.redirect(ctx, '/account/password'));
  router.get('/docs', (ctx) => {
    pages.render(ctx, DocsPage, {});
    ctx.set('Content-Security-Policy', DOCS_POLICY);
  });
  fileRoutes(router);
}
