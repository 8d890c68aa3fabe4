import { createRequire } from 'node:module';
import type { OpenApiServers } from '../openapi/document.js';

export interface DocsFile {
  /** The value of Content-Type. */
  readonly type: string;
  readonly file: string | URL;
  /** The value of Content-Security-Policy. */
  readonly csp: string;
}

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/**
 * The files of the page that shows the OpenAPI document in Swagger UI, by the path of the request. The list is fixed: the
 * path of a request never becomes the name of a file. The page loads nothing from another host and calls no host but
 * the document's servers.
 */
export function docsFiles(servers: OpenApiServers): ReadonlyMap<string, DocsFile> {
  const csp = contentSecurityPolicy(servers);
  const own = (name: string): URL => new URL(name, import.meta.url);
  const { resolve } = createRequire(import.meta.url);
  const swagger = (name: string): string => resolve(`swagger-ui-dist/${name}`);

  return new Map([
    ['/docs', { type: HTML, file: own('index.html'), csp }],
    ['/docs/init.js', { type: SCRIPT, file: own('init.js'), csp }],
    ['/docs/page.css', { type: CSS, file: own('page.css'), csp }],
    ['/docs/site.css', { type: CSS, file: own('../../assets/site.css'), csp }],
    ['/docs/paw.svg', { type: 'image/svg+xml', file: own('../../assets/paw.svg'), csp }],
    ['/docs/swagger-ui.css', { type: CSS, file: swagger('swagger-ui.css'), csp }],
    ['/docs/swagger-ui-bundle.js', { type: SCRIPT, file: swagger('swagger-ui-bundle.js'), csp }],
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
