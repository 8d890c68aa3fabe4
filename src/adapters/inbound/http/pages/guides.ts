import { readFile } from 'node:fs/promises';
import type { Token } from 'marked';
import { PAGE_HEADERS } from './errors.js';
import type { Prepare } from './render.js';
import { GUIDES } from './views/guide-links.js';
import { GuidePage } from './views/guide.js';
import type { HttpMiddleware } from '../state.js';

/** The guides are Markdown files in this folder, both in the source and in what is built and installed. */
const PAPERS = new URL('../../../../../docs/', import.meta.url);

/**
 * Returns the pages with the guides for client developers, to which the OpenAPI document refers: /docs/clients and
 * others.
 */
export function guidePages(prepare: Prepare): (readonly [path: string, show: HttpMiddleware])[] {
  return GUIDES.map((name) => {
    let show: ReturnType<Prepare> | undefined;
    const answer: HttpMiddleware = async (ctx) => {
      show ??= prepare(GuidePage, { tokens: await readPaper(name) });
      ctx.set(PAGE_HEADERS);
      show(ctx);
    };
    return [`/docs/${name}`, answer] as const;
  });
}

async function readPaper(name: string): Promise<readonly Token[]> {
  const { lexer } = await import('marked');
  return lexer(await readFile(new URL(`${name}.md`, PAPERS), 'utf8'));
}
