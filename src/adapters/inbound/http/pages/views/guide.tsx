import type { Token } from 'marked';
import { guideLink } from './guide-links.js';
import { Layout } from './layout.js';
import { MarkdownText, plainText } from './markdown.js';
import type { PageProps } from './page.js';

interface GuideProps extends PageProps {
  /** The guide as parsed Markdown, which begins with its title. */
  readonly tokens: readonly Token[];
}

/** Shows one of the guides for client developers. */
export function GuidePage({ page, tokens }: GuideProps) {
  const { url } = page;
  return (
    <Layout page={page} title={plainText(tokens[0])}>
      <div class="guide">
        <MarkdownText tokens={tokens} linkOf={(href) => guideLink(page, href)} />
      </div>
      <p>
        <a href={url('/docs')}>Back to the API documentation</a>
      </p>
    </Layout>
  );
}
