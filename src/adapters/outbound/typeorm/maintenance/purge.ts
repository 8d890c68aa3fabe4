import { setTimeout as delay } from 'node:timers/promises';
import { READ, type Statements } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import type { ColumnsOf } from '../schema/entities.js';

/**
 * How many rows a statement deletes at most. All requests wait for it if they share its connection. A server lets others
 * work meanwhile, but its commit waits for the disk, and the rows are locked until then.
 */
const MOST_ROWS = 100;

/** What says that a row has expired. */
interface Expiry<Entity> {
  readonly entity: { readonly table: string; readonly columns: ColumnsOf<Entity> };
  /** The property of an indexed column of instants. A row whose instant is NULL never expires. */
  readonly property: keyof Entity & string;
}

/**
 * Deletes every row whose instant is before this one, by one statement at a time, the oldest rows first. The pause after
 * each statement is as long as the statement took, so that a purge uses at most half of the time of one connection.
 */
export async function purgeBefore<Entity>(
  database: Pick<Statements, 'execute' | 'query'>,
  { entity, property }: Expiry<Entity>,
  instant: Date,
  pause: (ms: number) => Promise<unknown> = delay,
): Promise<void> {
  const values = [BigInt(instant.getTime())];
  const column = entity.columns[property].name;
  const expired = `FROM ${entity.table} WHERE ${column} < ?`;
  // A DELETE of no rows would count as a write that succeeds, which ends the report of a fault of writes.
  if ((await database.query<unknown[]>(`SELECT 1 ${expired} LIMIT 1`, values, READ)).length === 0) return;
  const deleteOldest = async ({ runner }: Connection) => {
    const start = performance.now(); // The wait for a connection is not work of the purge, so it prolongs no pause.
    const { affected } = await runner.query(`DELETE ${expired} ORDER BY ${column} LIMIT ${MOST_ROWS}`, values, true);
    return { rows: affected, ms: performance.now() - start };
  };
  for (;;) {
    const { rows, ms } = await database.execute(deleteOldest, { effect: 'idempotent' });
    if (rows !== MOST_ROWS) return;
    await pause(ms);
  }
}
