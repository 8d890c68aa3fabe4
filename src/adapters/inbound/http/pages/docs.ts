import { apiReference, type OpenApiContent } from './api-reference.js';
import { PAGE_HEADERS } from './errors.js';
import type { Prepare } from './render.js';
import type { ApiReference } from './views/api-reference.js';
import { DocsPage } from './views/docs.js';
import type { HttpMiddleware } from '../state.js';

const HEADERS = {
  ...PAGE_HEADERS,
  // The page calls the API when its reader tries an operation.
  'Content-Security-Policy': `${PAGE_HEADERS['Content-Security-Policy']}; connect-src 'self'`,
};

type Members = Readonly<Record<string, unknown>>;

/**
 * Shows the OpenAPI document as a page.
 * @param openApi returns the current document; its integers are BigInts, so that every digit is shown
 * @param baseUrl returns the address of the API as its callers reach it
 */
export function docsPage(
  prepare: Prepare,
  openApi: () => Promise<{ readonly content: Members }>,
  baseUrl: () => string,
): HttpMiddleware {
  let prepared: { readonly content: Members; readonly show: ReturnType<Prepare> } | undefined;
  return async (ctx) => {
    const { content } = await openApi();
    if (prepared?.content !== content) {
      const api = await referenceOf(content);
      prepared = { content, show: prepare(DocsPage, { api, baseUrl: baseUrl() }) };
    }
    ctx.set(HEADERS);
    prepared.show(ctx);
  };
}

async function referenceOf(content: Members): Promise<ApiReference> {
  const { lexer, Lexer } = await import('marked');
  // The document is the program's own file, which lint validates as OpenAPI.
  return apiReference(content as Members & OpenApiContent, {
    blocks: (text) => lexer(text),
    inline: (text) => Lexer.lexInline(text),
  });
}
