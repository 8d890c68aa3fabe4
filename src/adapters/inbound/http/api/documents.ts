import type { OpenApiDocument, OpenApiServers } from './openapi/document.js';
import { sendJson } from '../middleware/response.js';
import { acceptJson } from '../request/headers.js';
import type { HttpMiddleware, HttpRouter } from '../state.js';
import type { GetPet } from '../../../../application/pets/get-pet.js';

/** @returns the document as it is now: with getPet until its sunset. The first call loads the YAML parser. */
export function openApiDocuments(servers: OpenApiServers, getPet: GetPet): () => Promise<OpenApiDocument> {
  /** With and without getPet. */
  const documents = new Map<boolean, OpenApiDocument>();
  return async () => {
    const { openApiDocument } = await import('./openapi/document.js');
    const hasGetPet = !getPet.isRemoved;
    const document = documents.get(hasGetPet) ?? openApiDocument(servers, hasGetPet);
    documents.set(hasGetPet, document);
    return document;
  };
}

/** The OpenAPI document, which needs no key. */
export function documentRoutes(
  router: HttpRouter,
  admission: HttpMiddleware,
  openApi: () => Promise<OpenApiDocument>,
): void {
  router.get('/openapi.json', admission, async (ctx) => {
    acceptJson(ctx.req);
    sendJson(ctx, (await openApi()).json);
  });

  router.get('/openapi.yaml', admission, async (ctx) => {
    const { yaml } = await openApi();
    ctx.set('Content-Type', 'application/yaml; charset=utf-8'); // RFC 9512
    ctx.body = yaml;
  });
}
