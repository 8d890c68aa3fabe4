import type { OpenApiDocument, OpenApiServers } from './openapi/document.js';
import { docsRoutes } from './docs/routes.js';
import { sendJson } from '../middleware/response.js';
import { acceptJson } from '../request/headers.js';
import type { HttpMiddleware, HttpRouter } from '../state.js';
import type { GetPet } from '../../../../application/pets/get-pet.js';

export interface DocumentOptions extends OpenApiServers {
  readonly getPet: GetPet;
}

/** The OpenAPI document and the page that shows it; neither needs a key. */
export function documentRoutes(router: HttpRouter, admission: HttpMiddleware, options: DocumentOptions): void {
  const { getPet } = options;
  /** With and without getPet. */
  const documents = new Map<boolean, OpenApiDocument>();

  /** Loads the YAML parser with the first request for the document. */
  async function openApi(): Promise<OpenApiDocument> {
    const { openApiDocument } = await import('./openapi/document.js');
    const hasGetPet = !getPet.isRemoved;
    const document = documents.get(hasGetPet) ?? openApiDocument(options, hasGetPet);
    documents.set(hasGetPet, document);
    return document;
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

  docsRoutes(router, admission, options);
}
