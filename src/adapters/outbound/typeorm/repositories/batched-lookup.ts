import { Batcher } from '../../../support/batcher.js';
import { BATCHES, READ, type Statements } from '../execution/database.js';

interface Lookup<Row, Found> {
  /** Returns the SELECT for this number of keys, which are its values. */
  readonly select: (keys: number) => string;
  readonly read: (row: Row) => Found;
  readonly keyOf: (found: Found) => string;
}

/**
 * Returns a function that finds a row by its key. All that are looked up together take one statement, so that a flood of
 * invented API keys holds up neither a valid key nor other statements.
 */
export function batchedLookup<Row, Found extends object>(
  database: Pick<Statements, 'query'>,
  { select, read, keyOf }: Lookup<Row, Found>,
): (key: string) => Promise<Found | undefined> {
  const lookups = new Batcher(async (keys: readonly string[]) => {
    const distinct = [...new Set(keys)];
    const rows = await database.query<Row[]>(select(distinct.length), distinct, READ);
    const found = new Map<string, Found>();
    for (const row of rows) {
      const each = Object.freeze(read(row)); // Callers share it.
      found.set(keyOf(each), each);
    }
    return keys.map((key) => found.get(key));
  }, BATCHES);
  return (key) => lookups.load(key);
}

/** Returns the placeholders of a list of values. */
export function places(count: number): string {
  return Array(count).fill('?').join(', ');
}
