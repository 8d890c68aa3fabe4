interface Link {
  readonly target: string;
  /** The first value of each parameter, by lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * The target of the first link to the next page; `undefined` where there is none.
 * @throws Error that says what is wrong with the header
 */
export function nextTarget(header: string | null): string | undefined {
  const next = parseLinks(header ?? '').find(({ parameters }) => {
    const relations = (parameters.get('rel') ?? '').toLowerCase().split(/\s+/);
    return relations.includes('next') && !parameters.has('anchor'); // an anchor makes it a link of another resource
  });
  return next?.target;
}

/** Parses a Link header as RFC 8288, appendix B.2, does, but refuses what that would leave out. */
function parseLinks(header: string): Link[] {
  const links: Link[] = [];
  let position = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position;
    const found = pattern.exec(header) ?? undefined;
    if (found !== undefined) position = pattern.lastIndex;
    return found;
  };

  for (;;) {
    take(/[\s,]*/y); // commas, also around empty elements
    if (position === header.length) return links;
    const [, target] = take(/<([^>]*)>\s*/y) ?? [];
    if (target === undefined) throw new Error('its Link cannot be parsed');
    const parameters = new Map<string, string>();
    while (take(/;\s*/y) !== undefined) {
      const [, name, quoted, bare = ''] = take(/([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?\s*/y) ?? [];
      if (name === undefined || parameters.has(name.toLowerCase())) continue;
      parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare);
    }
    links.push({ target, parameters });
  }
}
