import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OpenApiServers } from './openapi.js';

export interface DocsFile {
  /** The value of Content-Type. */
  readonly type: string;
  readonly body: Buffer;
  /** The value of Content-Security-Policy. */
  readonly csp: string;
}

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/**
 * The files of the page that shows the OpenAPI document in Swagger UI, by the path of the request. They are read once,
 * here: no request's path ever becomes the name of a file. The page loads nothing from another host and calls no other
 * host than the document's servers.
 */
export function docsFiles(servers: OpenApiServers): ReadonlyMap<string, DocsFile> {
  const csp = contentSecurityPolicy(servers);
  const own = (name: string): Buffer => readFileSync(new URL(`docs/${name}`, import.meta.url));
  const { resolve } = createRequire(import.meta.url);
  const swagger = (name: string): Buffer => readFileSync(resolve(`swagger-ui-dist/${name}`));

  return new Map([
    ['/docs', { type: HTML, body: own('index.html'), csp }],
    ['/docs/init.js', { type: SCRIPT, body: own('init.js'), csp }],
    ['/docs/page.css', { type: CSS, body: own('page.css'), csp }],
    ['/docs/favicon.svg', { type: 'image/svg+xml', body: own('favicon.svg'), csp }],
    ['/docs/swagger-ui.css', { type: CSS, body: swagger('swagger-ui.css'), csp }],
    ['/docs/swagger-ui-bundle.js', { type: SCRIPT, body: swagger('swagger-ui-bundle.js'), csp }],
  ]);
}

function contentSecurityPolicy({ publicBaseUrl, stagingBaseUrl }: OpenApiServers): string {
  const callable = [publicBaseUrl, stagingBaseUrl].filter((url) => url !== undefined).map((url) => new URL(url).origin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:", // Swagger UI's style sheet holds its icons as data
    `connect-src ${["'self'", ...new Set(callable)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
