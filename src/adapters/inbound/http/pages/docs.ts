import { stringify } from 'lossless-json';
import { PAGE_HEADERS } from './errors.js';
import type { Fill, Render } from './views.js';
import type { HttpMiddleware } from '../state.js';

type Members = Readonly<Record<string, unknown>>;

const HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_HEADERS['Content-Security-Policy']}; connect-src 'self'`, // to try an operation
};

/** Shows the OpenAPI document. @param openApi as it is now; its integers are BigInts, so that every digit is shown */
export function docsPage(render: Render, fill: Fill, openApi: () => Promise<{ content: Members }>): HttpMiddleware {
  let shown: Members | undefined;
  let reference = '';
  return async (ctx) => {
    const { content } = await openApi();
    if (shown !== content) reference = fill('reference', await referenceTo(content)); // takes ten times as long as another page
    shown = content;
    ctx.set(HEADERS);
    render(ctx, 'docs', { reference });
  };
}

async function referenceTo(api: Members) {
  const { marked } = await import('marked');
  return {
    api,
    resolve: (node: Members) => resolve(node, api),
    markdown: (text: string) => marked.parse(text, { async: false }),
    inline: (text: string) => marked.parseInline(text, { async: false }),
    json: (value: unknown) => stringify(value, undefined, 2) ?? '',
    text: (value: unknown) => (typeof value === 'string' ? value : (stringify(value) ?? '')),
  };
}

/** The target of `$ref`; a member beside it takes precedence (OpenAPI 3.1, section 4.8.23). */
function resolve({ $ref, ...own }: Members, api: Members): Members {
  if (typeof $ref !== 'string') return own;
  const names = $ref.split('/').slice(1);
  return { ...names.reduce((node, name) => node[name] as Members, api), ...own }; // the document is ours, and valid
}
