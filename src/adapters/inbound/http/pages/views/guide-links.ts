import type { PageContext } from './page.js';

/** These papers of docs/ are pages of the service, too. */
export const GUIDES = ['clients', 'deprecation'] as const;

/** Returns where a link of a paper leads on its page; `undefined` where only the source has its target. */
export function guideLink(page: PageContext, href: string): string | undefined {
  if (/^(?:#|https:)/.test(href)) return href;
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return GUIDES.some((each) => each === name) ? page.url(`/docs/${name ?? ''}${anchor}`) : undefined;
}
