import { unknownNames } from './violations.js';
import { InvalidInput, type Violation } from '../../../../domain/errors.js';

/** Reads a query in linear time, which `ctx.query` does not. */
export function readQuery(querystring: string): URLSearchParams {
  // Without the ?, URLSearchParams would drop a ? with which the query itself starts.
  return new URLSearchParams(`?${querystring}`);
}

/** How each parameter of an operation is read from its text. A reader throws InvalidInput. */
type Readers = Readonly<Record<string, (text: string) => unknown>>;

type Values<Parameters extends Readers> = {
  readonly [Name in keyof Parameters]?: ReturnType<Parameters[Name]>;
};

/**
 * Each parameter is optional and may be given once. @throws InvalidInput, which names every offending and unknown one
 */
export function readParameters<Parameters extends Readers>(
  querystring: string,
  readers: Parameters,
): Values<Parameters> {
  if (querystring === '') return {};
  const given = readQuery(querystring);
  const values: Record<string, unknown> = {};
  const violations: Violation[] = [];
  for (const [name, read] of Object.entries(readers)) {
    const [text, second] = given.getAll(name);
    if (second !== undefined) violations.push({ property: name, message: 'must be given once' });
    else if (text !== undefined) values[name] = valueOf(read, text, violations);
  }
  const unknown = [...new Set(given.keys())].filter((name) => !Object.hasOwn(readers, name));
  if (unknown.length > 0) violations.push(unknownNames(unknown, 'parameter'));
  if (violations.length > 0) throw new InvalidInput(violations);
  return values as Values<Parameters>; // Each value comes from the reader of its name.
}

function valueOf(read: (text: string) => unknown, text: string, violations: Violation[]): unknown {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    violations.push(...error.violations);
    return undefined;
  }
}
