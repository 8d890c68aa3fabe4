import { READ, type Database } from './database.js';
import { placesOf } from './statements.js';

/** How many rows one statement deletes, so that none holds its locks for long. */
const BATCH_SIZE = 500;

/** Deletes every row whose `column`, an indexed instant, is before `instant`. @param key of one column */
export async function purgeBefore(
  database: Database,
  { table, key, column }: { readonly table: string; readonly key: string; readonly column: string },
  instant: Date,
): Promise<void> {
  const select = `SELECT ${key} AS id FROM ${table} WHERE ${column} < ? ORDER BY ${column} LIMIT ?`;
  let found: number;
  do {
    const rows = await database.query<{ id: unknown }[]>(select, [BigInt(instant.getTime()), BATCH_SIZE], READ);
    found = rows.length;
    const keys = rows.map(({ id }) => id);
    // By their key, since engines may lock the range of the index too.
    if (found > 0) await database.query(`DELETE FROM ${table} WHERE ${key} IN ${placesOf([keys])}`, keys);
  } while (found === BATCH_SIZE);
}
