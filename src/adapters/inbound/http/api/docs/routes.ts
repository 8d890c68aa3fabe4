import { createRequire } from 'node:module';
import { staticFile } from '../../middleware/static-file.js';
import type { HttpMiddleware, HttpRouter } from '../../state.js';
import type { OpenApiServers } from '../openapi/document.js';

/**
 * The page that shows the OpenAPI document in Swagger UI, and its files. The list is fixed: the path of a request never
 * becomes the name of a file. The page loads nothing from another host and calls no host but the document's servers.
 */
export function docsRoutes(router: HttpRouter, admission: HttpMiddleware, servers: OpenApiServers): void {
  const own = (name: string): URL => new URL(name, import.meta.url);
  const { resolve } = createRequire(import.meta.url);
  const files = {
    '/docs': own('index.html'),
    '/docs/init.js': own('init.js'),
    '/docs/page.css': own('page.css'),
    '/docs/site.css': own('../../assets/site.css'),
    '/docs/paw.svg': own('../../assets/paw.svg'),
    '/docs/swagger-ui.css': resolve('swagger-ui-dist/swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  };
  const headers = { 'Content-Security-Policy': contentSecurityPolicy(servers) };
  for (const [path, file] of Object.entries(files)) router.get(path, admission, staticFile(file, headers));
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
