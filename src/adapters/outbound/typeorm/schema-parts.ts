/** A part of a schema, such as a column. */
export interface Part {
  readonly kind: 'table' | 'column' | 'index' | 'rule' | 'foreign key' | 'trigger' | 'row';
  /** Its name, which begins with that of its table, such as `pets.name`. */
  readonly name: string;
  readonly definition: string;
  /** Whether the service can work with this part although no migration makes it. */
  readonly isHarmless?: boolean;
}

/** What the parts of a schema are, by kind and name. */
export type Definitions = Readonly<Record<string, string>>;

export function definitionsOf(parts: readonly Part[]): Definitions {
  return Object.fromEntries(parts.map((part) => [keyOf(part), part.definition]));
}

/**
 * Compares the schema of a database with the one that the migrations make. A database may have more tables, more
 * indexes that are not unique, and more columns that take no value.
 * @returns a sentence with the remedy for each difference
 */
export function compareSchemas(expected: Definitions, found: readonly Part[]): string[] {
  const actual = definitionsOf(found);
  const missing = Object.entries(expected).filter(([key]) => !(key in actual));
  const changed = Object.entries(expected).filter(([key, definition]) => (actual[key] ?? definition) !== definition);
  const isOurs = ({ name }: Part) => `table ${name.split('.')[0]}` in expected;
  const added = found.filter((part) => !(keyOf(part) in expected) && !part.isHarmless && isOurs(part));
  return [
    ...missing.map(([key, definition]) => `The ${key} is missing; ${remedyFor(key, definition)}.`),
    ...changed.map(([key, definition]) => `The ${key} is ${actual[key]}; change it to ${definition}.`),
    ...added.map(
      (part) =>
        `The ${keyOf(part)} is not of this service and may change or refuse its rows; ${part.kind === 'column' ? 'let it be NULL' : 'drop it'}.`,
    ),
  ];
}

function keyOf({ kind, name }: Pick<Part, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

function remedyFor(key: string, definition: string): string {
  if (key.startsWith('row ')) return 'run animal-store migrate';
  const isEasilyMade = key.startsWith('index ') || key.startsWith('rule ');
  return isEasilyMade ? `create it again: ${definition}` : 'give it back its name, or restore a backup';
}
