import { createRequire } from 'node:module';
import { PAGE_HEADERS, type Render } from './render.js';
import { DocsPage } from './views/docs.js';
import { staticFile } from '../middleware/static-file.js';
import type { HttpMiddleware, HttpRouter } from '../state.js';

// The page reads the document, and calls the API when its reader tries an operation.
const POLICY = `${PAGE_HEADERS['Content-Security-Policy']}; connect-src 'self'`;

/** Adds the page that shows the OpenAPI document with Swagger UI. */
export function docsRoutes(router: HttpRouter, render: Render): void {
  router.get('/docs', (ctx) => {
    render(ctx, DocsPage, {});
    ctx.set('Content-Security-Policy', POLICY);
  });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    // The files have almost 2 MB, and most processes never send them.
    let file: HttpMiddleware | undefined;
    router.get(`/account/${name}`, async (ctx, next) => {
      file ??= staticFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
      await file(ctx, next);
    });
  }
}
