import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OpenApiServers } from '../openapi/document.js';

/** A file that is read when it is first asked for, and then kept: Swagger UI has 1.7 MB. */
export class DocsFile {
  private bytes: Buffer | undefined;

  /** @param type the value of Content-Type @param csp the value of Content-Security-Policy */
  constructor(
    readonly type: string,
    private readonly file: string | URL,
    readonly csp: string,
  ) {}

  get body(): Buffer {
    return (this.bytes ??= readFileSync(this.file));
  }
}

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/**
 * The files of the page that shows the OpenAPI document in Swagger UI, by the path of the request. They are named here:
 * no request's path ever becomes the name of a file. The page loads nothing from another host and calls no other
 * host than the document's servers.
 */
export function docsFiles(servers: OpenApiServers): ReadonlyMap<string, DocsFile> {
  const csp = contentSecurityPolicy(servers);
  const own = (name: string): URL => new URL(name, import.meta.url);
  const { resolve } = createRequire(import.meta.url);
  const swagger = (name: string): string => resolve(`swagger-ui-dist/${name}`);

  return new Map([
    ['/docs', new DocsFile(HTML, own('index.html'), csp)],
    ['/docs/init.js', new DocsFile(SCRIPT, own('init.js'), csp)],
    ['/docs/page.css', new DocsFile(CSS, own('page.css'), csp)],
    ['/docs/favicon.svg', new DocsFile('image/svg+xml', own('favicon.svg'), csp)],
    ['/docs/swagger-ui.css', new DocsFile(CSS, swagger('swagger-ui.css'), csp)],
    ['/docs/swagger-ui-bundle.js', new DocsFile(SCRIPT, swagger('swagger-ui-bundle.js'), csp)],
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
