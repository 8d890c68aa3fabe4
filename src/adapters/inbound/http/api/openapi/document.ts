import { readFileSync } from 'node:fs';
import { sendJson } from '../../middleware/response.js';
import { acceptJson } from '../../request/headers.js';
import type { HttpMiddleware, HttpRouter } from '../../state.js';

/** Both end with `/v1`. */
export interface OpenApiServers {
  /** The default is the address from which the document was fetched. */
  readonly publicBaseUrl?: string | undefined;
  readonly stagingBaseUrl?: string | undefined;
}

export function documentRoutes(router: HttpRouter, before: readonly HttpMiddleware[], servers: OpenApiServers): void {
  const { json, yaml } = openApiDocument(servers);
  router.get('/openapi.json', ...before, (ctx) => {
    acceptJson(ctx);
    sendJson(ctx, json);
  });
  router.get('/openapi.yaml', ...before, (ctx) => {
    ctx.set('Content-Type', 'application/yaml; charset=utf-8'); // RFC 9512 registers this media type.
    ctx.body = yaml;
  });
}

const SERVERS = /"servers":(\[.*?\])/;

/**
 * Reads both forms of the document, and replaces its servers by the configured ones. The rest stays as it is written,
 * because a round trip through JSON.parse would round the bounds of int64.
 */
export function openApiDocument({ publicBaseUrl, stagingBaseUrl }: OpenApiServers) {
  const json = read('openapi.json'); // scripts/openapi-json.mjs makes this file from openapi.yaml.
  const [, here = '[]'] = SERVERS.exec(json) ?? [];
  const production: unknown[] =
    publicBaseUrl === undefined
      ? (JSON.parse(here) as unknown[]) // our own file
      : [{ url: publicBaseUrl, description: 'Production' }];
  const staging = stagingBaseUrl === undefined ? [] : [{ url: stagingBaseUrl, description: 'Staging' }];
  const servers = JSON.stringify([...production, ...staging]);
  return {
    json: json.replace(SERVERS, () => `"servers":${servers}`),
    // YAML is a superset of JSON (YAML 1.2, section 1.3).
    yaml: read('openapi.yaml').replace(/^servers:\n(?: .*\n)+/m, () => `servers: ${servers}\n`),
  };
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
