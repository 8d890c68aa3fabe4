import type { Violation } from '../../../../domain/errors.js';

/**
 * How many names a message lists, and how long each may be in UTF-16 code units. The bounds keep a message below 4 KiB.
 */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 40;

/** Says that a request has names which are unknown. @param names at least one @param kind `property` or `parameter` */
export function unknownNames(names: readonly string[], kind: 'property' | 'parameter'): Violation {
  const plural = kind === 'property' ? 'properties' : 'parameters';
  return { property: '', message: `Unknown ${names.length === 1 ? kind : plural} ${listNames(names)}` };
}

/** Lists names that a client chose, at least one, each shortened and in quotes: `"a"`, or `"a", "b" and 3 more`. */
export function listNames(names: Iterable<string>): string {
  const all = [...names];
  const listed = all.slice(0, MAX_NAMES).map(quoted).join(', ');
  return all.length > MAX_NAMES ? `${listed} and ${all.length - MAX_NAMES} more` : listed;
}

function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
}
