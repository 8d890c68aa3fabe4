import { readFileSync } from 'node:fs';
import { stringify } from 'lossless-json';
import { sendJson } from '../../middleware/response.js';
import { acceptJson } from '../../request/headers.js';
import type { HttpMiddleware, HttpRouter } from '../../state.js';
import type { GetPet } from '../../../../../application/pets/get-pet.js';

/** The addresses at which clients reach the service. Both end with `/v1`. */
export interface OpenApiServers {
  /** The default is the address from which the document was fetched. */
  readonly publicBaseUrl?: string | undefined;
  readonly stagingBaseUrl?: string | undefined;
}

/** The OpenAPI document, in which every integer has all its digits. */
interface OpenApiDocument {
  readonly yaml: string;
  readonly json: string;
  /** The parsed form of the document. Integers are BigInts. */
  readonly content: Readonly<Record<string, unknown>>;
}

export type OpenApi = () => Promise<OpenApiDocument>;

/** Adds the OpenAPI document as JSON and as YAML. */
export function documentRoutes(router: HttpRouter, admission: HttpMiddleware, openApi: OpenApi): void {
  router.get('/openapi.json', admission, async (ctx) => {
    acceptJson(ctx);
    sendJson(ctx, (await openApi()).json);
  });

  router.get('/openapi.yaml', admission, async (ctx) => {
    const { yaml } = await openApi();
    ctx.set('Content-Type', 'application/yaml; charset=utf-8'); // RFC 9512 registers this media type.
    ctx.body = yaml;
  });
}

/**
 * Returns a function that resolves to the document, which describes getPet until its sunset. The first call of that
 * function loads the YAML parser and reads the document.
 */
export function openApiDocuments(servers: OpenApiServers, getPet: Pick<GetPet, 'isRemoved'>): OpenApi {
  /** The key says whether the document contains getPet. */
  const documents = new Map<boolean, OpenApiDocument>();
  return async () => {
    const hasGetPet = !getPet.isRemoved;
    const document = documents.get(hasGetPet) ?? (await readDocument(servers, hasGetPet));
    documents.set(hasGetPet, document);
    return document;
  };
}

/** The parts of the document that only getPet needs. */
const OF_GET_PET = [
  ['paths', '/pets/{petId}'],
  ['paths', '/pets', 'post', 'responses', '201', 'headers', 'Location'],
  ['components', 'headers', 'Deprecation'],
  ['components', 'headers', 'Sunset'],
  ['components', 'headers', 'Link-successor'],
];
const DEPRECATION_SECTION = /\n## Deprecation\n[^]*?(?=\n## |$)/;

/** Reads the document, which the build puts beside this file, and adds the servers to it. */
async function readDocument(
  { publicBaseUrl, stagingBaseUrl }: OpenApiServers,
  hasGetPet: boolean,
): Promise<OpenApiDocument> {
  const { parseDocument } = await import('yaml');
  // Every integer becomes a BigInt, because numbers would round the bounds of int64.
  const document = parseDocument(readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8'), { intAsBigInt: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw fault;

  const production = { url: publicBaseUrl, description: 'Production' };
  const here = publicBaseUrl === undefined ? { url: '/v1', description: 'This service' } : production;
  const staging = stagingBaseUrl === undefined ? [] : [{ url: stagingBaseUrl, description: 'Staging' }];
  document.set('servers', document.createNode([here, ...staging]));
  if (!hasGetPet) {
    for (const path of OF_GET_PET) document.deleteIn(path);
    const description = String(document.getIn(['info', 'description']));
    document.setIn(['info', 'description'], description.replace(DEPRECATION_SECTION, ''));
  }
  // The cast is safe: the file is part of the program, and lint validates it as OpenAPI.
  const content = document.toJS() as OpenApiDocument['content'];
  return { yaml: document.toString({ lineWidth: 0 }), json: stringify(content) ?? '', content };
}
