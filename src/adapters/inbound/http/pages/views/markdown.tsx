import type { MarkedToken, Token, Tokens } from 'marked';
import type { ComponentChildren } from 'preact';

/** The properties of a text in parsed Markdown. */
interface MarkdownProps {
  readonly tokens: readonly Token[] | undefined;
  /** Returns the address to which a link leads. If it is `undefined`, the link is cited as a file of the source. */
  readonly linkOf?: LinkOf;
}

type LinkOf = (href: string) => string | undefined;

/**
 * Shows parsed Markdown as elements, so that no HTML text passes unescaped: HTML in the source is an error.
 * @throws Error for a construct that no document of this service uses yet
 */
export function MarkdownText({ tokens, linkOf = () => undefined }: MarkdownProps) {
  return <>{tokens?.map((token) => render(token, linkOf))}</>;
}

/** Returns the text of a construct without its marks. */
export function plainText(token: Token | undefined): string {
  if (token === undefined) return '';
  const { text = '', tokens } = token as { readonly text?: string; readonly tokens?: readonly Token[] }; // Any token may have these members.
  return tokens?.map(plainText).join('') ?? text;
}

function render(token: Token, linkOf: LinkOf): ComponentChildren {
  const known = token as MarkedToken; // No extension of marked is loaded, so there is no generic token.
  switch (known.type) {
    case 'space':
      return null;
    case 'codespan':
      return <code>{known.text}</code>;
    case 'code':
      return <CodeBlock {...known} />;
    case 'table':
      return <MarkdownTable {...known} linkOf={linkOf} />;
    case 'link':
      return <MarkdownLink {...known} linkOf={linkOf} />;
    case 'text':
      return known.tokens === undefined ? known.text : <MarkdownText tokens={known.tokens} linkOf={linkOf} />;
    case 'paragraph':
    case 'strong':
    case 'em':
    case 'list_item': {
      const Element = ({ paragraph: 'p', strong: 'strong', em: 'em', list_item: 'li' } as const)[known.type];
      return (
        <Element>
          <MarkdownText tokens={known.tokens} linkOf={linkOf} />
        </Element>
      );
    }
    case 'list': {
      const List = known.ordered ? 'ol' : 'ul';
      return (
        <List>
          <MarkdownText tokens={known.items} linkOf={linkOf} />
        </List>
      );
    }
    case 'heading': {
      const Heading = `h${known.depth}` as 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'; // CommonMark, section 4.2
      return (
        <Heading id={anchorOf(known)}>
          <MarkdownText tokens={known.tokens} linkOf={linkOf} />
        </Heading>
      );
    }
    default:
      throw new Error(`there is no element for the Markdown construct ${known.type}`);
  }
}

/** Returns the id of a heading, which is the one that GitHub gives it, because people read the same guides there. */
function anchorOf(heading: Tokens.Heading): string {
  return plainText(heading)
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function CodeBlock({ text, lang }: Tokens.Code) {
  const [, file] = /^\w+ (\S+)$/.exec(lang ?? '') ?? []; // The guides name the file after the language.
  return (
    <figure>
      {file !== undefined && (
        <figcaption>
          <code>{file}</code>
        </figcaption>
      )}
      <pre class="example">
        <code>{text}</code>
      </pre>
    </figure>
  );
}

function MarkdownLink({ href, tokens, linkOf }: Tokens.Link & { readonly linkOf: LinkOf }) {
  const target = linkOf(href);
  const text = <MarkdownText tokens={tokens} linkOf={linkOf} />;
  if (target !== undefined) return <a href={target}>{text}</a>;
  return (
    <>
      {text} (<code>{new URL(href, 'file:///docs/').pathname.slice(1)}</code> of the source)
    </>
  );
}

function MarkdownTable({ header, rows, linkOf }: Tokens.Table & { readonly linkOf: LinkOf }) {
  return (
    <table>
      <thead>
        <tr>
          {header.map(({ tokens }) => (
            <th>
              <MarkdownText tokens={tokens} linkOf={linkOf} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {row.map(({ tokens }) => (
              <td>
                <MarkdownText tokens={tokens} linkOf={linkOf} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
