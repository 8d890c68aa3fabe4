// The Link field, RFC 8288. Appendix B reads more than the grammar of section 3 allows, such as a slash in a value
// without quotes, and drops what it cannot read. Here that is an error, because it may be the link to the next page.

/** A parameter with its separator; Appendix B.3. */
const PARAMETER = /;([^",;=]*)(?:=([\t ]*"(?:[^"\\]|\\.)*"[\t ]*|[^",;]*))?/g;

/** A link with the comma after it; Appendix B.2. The field may have empty elements: RFC 9110, 5.6.1.2. */
const LINK = new RegExp(`^[\\t ,]*<([^>]*)>[\\t ]*((?:${PARAMETER.source})*)(?:,|$)`);

/**
 * The targets of the links that have this relation to the page itself.
 * @param relation in lower case
 * @throws Error for a field that is not a list of links
 */
export function targetsOf(field: string, relation: string): string[] {
  const targets: string[] = [];
  let rest = field;
  while (/[^\t ,]/.test(rest)) {
    const [link, target, parameters] = LINK.exec(rest) ?? [];
    if (link === undefined || target === undefined || parameters === undefined) {
      throw new Error(`This is not a link: ${rest}`);
    }
    if (hasRelation(parameters, relation)) targets.push(target);
    rest = rest.slice(link.length);
  }
  return targets;
}

/** RFC 8288, 3.2 and 3.3: a link with an anchor belongs to another page. Only the first `rel` counts, in any case. */
function hasRelation(text: string, relation: string): boolean {
  const parameters = [...text.matchAll(PARAMETER)].map(([, name = '', value = '']) => ({
    name: name.trim().toLowerCase(),
    value: value.trim(),
  }));
  if (parameters.some(({ name }) => name === 'anchor')) return false;
  const rel = parameters.find(({ name }) => name === 'rel')?.value ?? '';
  const types = rel.startsWith('"') ? rel.slice(1, -1).replace(/\\(.)/g, '$1') : rel;
  return types
    .toLowerCase()
    .split(/[\t ]+/)
    .includes(relation);
}
