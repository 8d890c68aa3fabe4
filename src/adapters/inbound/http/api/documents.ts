import type { OpenApiDocument, OpenApiServers } from './openapi/document.js';
import { docsRoutes } from './docs/routes.js';
import { sendJson } from '../middleware/response.js';
import { acceptJson } from '../request/headers.js';
import type { HttpMiddleware, HttpRouter } from '../state.js';

/** The OpenAPI document and the page that shows it; neither needs a key. */
export function documentRoutes(router: HttpRouter, admission: HttpMiddleware, servers: OpenApiServers): void {
  let document: Promise<OpenApiDocument> | undefined;

  /** Loads the YAML parser with the first request for the document. */
  function openApi(): Promise<OpenApiDocument> {
    return (document ??= import('./openapi/document.js').then(({ openApiDocument }) => openApiDocument(servers)));
  }

  router.get('/openapi.json', admission, async (ctx) => {
    acceptJson(ctx.req);
    sendJson(ctx, (await openApi()).json);
  });

  router.get('/openapi.yaml', admission, async (ctx) => {
    const { yaml } = await openApi();
    ctx.set('Content-Type', 'application/yaml; charset=utf-8'); // RFC 9512
    ctx.body = yaml;
  });

  docsRoutes(router, admission, servers);
}
