/** What a tag has after its name. A quoted value may have any character. */
const ATTRIBUTES = '(?:[^">]|"[^"]*")*';
const ENTITY = /&\w+;/g;

/**
 * A part of a page, by its text, attributes and fields. It reads the HTML that Preact writes, where every element ends
 * and every value is quoted. No element that it finds may contain another one with the same tag.
 */
class Part {
  constructor(readonly html: string) {}

  /** The text on one line, with what only assistive technology reads. A select shows what is chosen. */
  get text(): string {
    return this.html
      .replaceAll(/<option(?! [^>]*selected)[^>]*>.*?<\/option>/gs, '')
      .replaceAll(new RegExp(`</?(?:a|bdi|code|small|span|strong|time)\\b${ATTRIBUTES}>`, 'g'), '')
      .replaceAll(new RegExp(`(?:<${ATTRIBUTES}>|\\s)+`, 'g'), ' ')
      .replaceAll(ENTITY, decoded)
      .trim();
  }

  /** The parts with this attribute, such as `role="row"`. */
  findAll(attribute: string): Part[] {
    const elements = new RegExp(`<(\\w+)${ATTRIBUTES} ${attribute}(?=[ >])${ATTRIBUTES}>(.*?)</\\1>`, 'gs');
    return [...this.html.matchAll(elements)].map(([, , content = '']) => new Part(content));
  }

  find(attribute: string): Part | undefined {
    return this.findAll(attribute)[0];
  }

  /** The attributes of each element with this name, such as `a`. */
  tags(name: string): Record<string, string | undefined>[] {
    const tags = this.html.matchAll(new RegExp(`<${name}\\b(${ATTRIBUTES})>`, 'g'));
    return [...tags].map(([, attributes = '']) => {
      const pairs = attributes.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g);
      return Object.fromEntries(
        [...pairs].map(([, each = '', value = '']) => [each, value.replaceAll(ENTITY, decoded)] as const),
      );
    });
  }

  /** The values of the inputs and selects by their names, as a form sends them. */
  get fields(): Record<string, string> {
    const inputs = this.tags('input').filter(({ name }) => name !== undefined);
    const selects = this.html.matchAll(/<select[^>]* name="(\w+)"(?:(?!<\/select>).)*? value="(\w+)" selected/gs);
    return Object.fromEntries([
      ...inputs.map(({ name = '', value = '' }) => [name, value] as const),
      ...[...selects].map(([, name = '', value = '']) => [name, value] as const),
    ]);
  }

  /** The address of the first link with this relation, such as `next`. */
  link(rel: string): string | undefined {
    return this.tags('a').find((each) => each.rel === rel)?.href;
  }
}

/** A response to a browser: a page or a redirection. */
export class Page extends Part {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    html: string,
  ) {
    super(html);
  }

  /** The address to which the response redirects. */
  get location(): string | null {
    return this.headers.get('location');
  }

  get heading(): string | undefined {
    return /<h1[^>]*>(.*?)<\/h1>/s.exec(this.html)?.[1];
  }

  /** What the page says that a form has done. */
  get notice(): string | undefined {
    return this.find('role="status"')?.text;
  }

  /** What the page says that is wrong. */
  get alert(): string | undefined {
    return this.find('role="alert"')?.text;
  }

  /** The fields that are marked as wrong and have a message, and to which the alert leads. */
  get violations(): string[] {
    const named =
      this.find('role="alert"')
        ?.tags('a')
        .map(({ href = '' }) => href.slice(1)) ?? [];
    const marked = [...this.tags('input'), ...this.tags('select')].filter((each) => each['aria-invalid'] !== undefined);
    const described = marked.filter(({ id = '', 'aria-describedby': notes = '' }) =>
      notes.split(' ').includes(`${id}-violation`),
    );
    return named.filter((name) => described.some(({ id }) => id === name) && this.find(`id="${name}-violation"`)?.text);
  }

  /** The rows of a table, each by the headings of its columns. @param name the id of the heading of the table */
  rows(name: string): Record<string, string>[] {
    const [head, ...rows] = this.find(`role="table" aria-labelledby="${name}"`)?.findAll('role="row"') ?? [];
    const columns = head?.findAll('role="columnheader"').map(({ text }) => text) ?? [];
    return rows.map((row) => {
      const cells = row.findAll('role="(?:rowheader|cell)"');
      return Object.fromEntries(cells.map(({ text }, at) => [columns[at] ?? '', text] as const));
    });
  }
}

/** The character that an entity of the HTML stands for. */
function decoded(entity: string): string {
  return { '&lt;': '<', '&quot;': '"' }[entity] ?? entity.replace('&amp;', '&');
}
