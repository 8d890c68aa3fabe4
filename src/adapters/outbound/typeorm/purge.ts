import { setTimeout as delay } from 'node:timers/promises';
import { READ, type Database } from './database.js';
import { placesOf } from './tables.js';

/**
 * How many rows one statement deletes. The bound keeps it from holding its locks, or the event loop on SQLite, for
 * long.
 */
const BATCH_SIZE = 25;

/**
 * How long the purge pauses after a batch, as a multiple of the time of the batch, so that most of the time is left for
 * requests.
 */
const PAUSE_FACTOR = 3;

/**
 * Deletes every row whose `column`, an indexed instant, is before `instant`.
 * @param key the primary key, which has one column
 */
export async function purgeBefore(
  database: Database,
  { table, key, column }: { readonly table: string; readonly key: string; readonly column: string },
  instant: Date,
  pause: (ms: number) => Promise<unknown> = delay,
): Promise<void> {
  const select = `SELECT ${key} AS id FROM ${table} WHERE ${column} < ? ORDER BY ${column} LIMIT ?`;
  for (;;) {
    const start = performance.now();
    const rows = await database.query<{ id: unknown }[]>(select, [BigInt(instant.getTime()), BATCH_SIZE], READ);
    const keys = rows.map(({ id }) => id);
    // The rows are deleted by their key, because engines may otherwise lock the range of the index too.
    if (keys.length > 0) await database.query(`DELETE FROM ${table} WHERE ${key} IN ${placesOf(keys.length)}`, keys);
    if (keys.length < BATCH_SIZE) return;
    await pause((performance.now() - start) * PAUSE_FACTOR);
  }
}
