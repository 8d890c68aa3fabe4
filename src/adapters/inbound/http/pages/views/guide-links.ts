import type { PageContext } from './page.js';

/** The guides that are files of docs/ and also pages of the service. */
export const GUIDES = ['clients', 'deprecation'] as const;

/**
 * Returns the address to which a link of a guide leads on its page, or `undefined` if only the source has its target.
 */
export function guideLink(page: PageContext, href: string): string | undefined {
  if (/^(?:#|https:)/.test(href)) return href;
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return GUIDES.some((each) => each === name) ? page.url(`/docs/${name ?? ''}${anchor}`) : undefined;
}
