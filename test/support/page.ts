import { HTMLElement, parse, type Node } from 'node-html-parser';

/** These elements do not separate the words around them. */
const INLINE = /^(?:A|BDI|CODE|SMALL|SPAN|STRONG|TIME)$/;

/** Returns what an element shows. Of the options of a select, that is the one that is chosen. */
function textOf(node: Node): string {
  if (!(node instanceof HTMLElement)) return node.text;
  if (node.tagName === 'OPTION' && !node.hasAttribute('selected')) return '';
  const text = node.childNodes.map(textOf).join('');
  return INLINE.test(node.tagName) ? text : ` ${text} `;
}

/** A part of a page, by its text, attributes and fields. */
class Part {
  constructor(private readonly element: HTMLElement) {}

  /** The text on one line, with what only assistive technology reads. */
  get text(): string {
    return textOf(this.element).replaceAll(/\s+/g, ' ').trim();
  }

  /** The parts that match a selector of CSS, such as `[role=row]`. */
  findAll(selector: string): Part[] {
    return this.element.querySelectorAll(selector).map((element) => new Part(element));
  }

  find(selector: string): Part | undefined {
    return this.findAll(selector)[0];
  }

  /** The attributes of each element that matches a selector, such as `a`. */
  tags(selector: string): Record<string, string | undefined>[] {
    return this.element.querySelectorAll(selector).map(({ attributes }) => attributes);
  }

  /** The values of the inputs and selects by their names, as a form sends them. */
  get fields(): Record<string, string> {
    const inputs = this.tags('input[name]').map(({ name = '', value = '' }) => [name, value] as const);
    const selects = this.element.querySelectorAll('select[name]').flatMap((select) => {
      const chosen = select.querySelector('option[selected]')?.getAttribute('value');
      return chosen === undefined ? [] : [[select.getAttribute('name') ?? '', chosen] as const];
    });
    return Object.fromEntries([...inputs, ...selects]);
  }

  /** The address of the first link with this relation, such as `next`. */
  link(rel: string): string | undefined {
    return this.tags(`a[rel="${rel}"]`)[0]?.href;
  }
}

/** A response to a browser: a page or a redirection. */
export class Page extends Part {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly html: string,
  ) {
    super(parse(html, { blockTextElements: { script: true, style: true } }));
  }

  /** The address to which the response redirects. */
  get location(): string | null {
    return this.headers.get('location');
  }

  get heading(): string | undefined {
    return this.find('h1')?.text;
  }

  /** What the page says that a form has done. */
  get notice(): string | undefined {
    return this.find('[role=status]')?.text;
  }

  /** What the page says that is wrong. */
  get alert(): string | undefined {
    return this.find('[role=alert]')?.text;
  }

  /** The fields that are marked as wrong and have a message, and to which the alert leads. */
  get violations(): string[] {
    const named = this.tags('[role=alert] a').map(({ href = '' }) => href.slice(1));
    const isDescribed = (id: string) =>
      this.find(`:is(input, select)#${id}[aria-invalid][aria-describedby~="${id}-violation"]`) !== undefined;
    return named.filter((id) => isDescribed(id) && this.find(`#${id}-violation`)?.text);
  }

  /** The rows of a table, each by the headings of its columns. @param name the id of the heading of the table */
  rows(name: string): Record<string, string>[] {
    const [head, ...rows] = this.find(`[role=table][aria-labelledby="${name}"]`)?.findAll('[role=row]') ?? [];
    const columns = head?.findAll('[role=columnheader]').map(({ text }) => text) ?? [];
    return rows.map((row) => {
      const cells = row.findAll('[role=rowheader], [role=cell]');
      return Object.fromEntries(cells.map(({ text }, at) => [columns[at] ?? '', text] as const));
    });
  }
}
