import { readFileSync } from 'node:fs';
import { stringify } from 'lossless-json';
import { parseDocument } from 'yaml';

/** Where clients reach the service; both addresses end with `/v1`. */
export interface OpenApiServers {
  /** Absent: the address from which the document was fetched. */
  readonly publicBaseUrl?: string | undefined;
  readonly stagingBaseUrl?: string | undefined;
}

/** The OpenAPI document, with every digit of every integer. */
export interface OpenApiDocument {
  readonly yaml: string;
  readonly json: string;
  /** What both say; integers are BigInts. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** The parts of the document that only getPet needs. */
const OF_GET_PET = [
  ['paths', '/pets/{petId}'],
  ['components', 'responses', 'BadRequestOfGetPet'],
  ['components', 'headers', 'Deprecation'],
  ['components', 'headers', 'Sunset'],
  ['components', 'headers', 'Link-successor'],
];
const DEPRECATION_SECTION = /\n## Deprecation\n[^]*?(?=\n## |$)/;

/**
 * Reads the document, which the build puts beside this file, and names the servers in it.
 * @param hasGetPet false after the sunset of getPet, which the document then no longer describes
 */
export function openApiDocument(
  { publicBaseUrl, stagingBaseUrl }: OpenApiServers,
  hasGetPet: boolean,
): OpenApiDocument {
  // BigInt for every integer: as numbers, the bounds of int64 would be rounded.
  const document = parseDocument(readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8'), { intAsBigInt: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw fault;

  document.set(
    'servers',
    document.createNode([
      publicBaseUrl === undefined
        ? { url: '/v1', description: 'This service' }
        : { url: publicBaseUrl, description: 'Production' },
      ...(stagingBaseUrl === undefined ? [] : [{ url: stagingBaseUrl, description: 'Staging' }]),
    ]),
  );
  if (!hasGetPet) {
    for (const path of OF_GET_PET) document.deleteIn(path);
    const description = String(document.getIn(['info', 'description']));
    document.setIn(['info', 'description'], description.replace(DEPRECATION_SECTION, ''));
  }
  const content = document.toJS() as OpenApiDocument['content'];
  return { yaml: document.toString({ lineWidth: 0 }), json: stringify(content) ?? '', content };
}
