import { Batcher } from '../../../support/batcher.js';
import { READ, type Database } from '../execution/database.js';
import type { Row } from '../schema/entities.js';
import { BATCHES } from './batches.js';

/**
 * Returns a batcher that finds rows by their hash. All that are looked for together take one statement, so that a flood of
 * invented API keys holds up neither a valid key nor other statements. It is plain SQL, because
 * almost every request makes one, and a statement that TypeORM builds costs several times as much (ADR 4).
 * @param find a SELECT up to its table, which has a column `hash`
 * @param condition a further condition on a row, which begins with AND
 */
export function lookups<Entity extends { readonly hash: string }>(
  database: Database,
  find: string,
  read: (row: Row) => Entity,
  condition = '',
): Batcher<string, Entity | undefined> {
  return new Batcher(async (hashes) => {
    const distinct = [...new Set(hashes)];
    const places = distinct.map(() => '?').join(', ');
    const rows = await database.query<Row[]>(`${find} WHERE hash IN (${places}) ${condition}`, distinct, READ);
    const found = new Map(rows.map(read).map((entity) => [entity.hash, Object.freeze(entity)])); // Callers share it.
    return hashes.map((hash) => found.get(hash));
  }, BATCHES);
}
