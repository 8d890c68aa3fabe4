import { setTimeout as delay } from 'node:timers/promises';
import { INT64_MIN } from '../../../../domain/values.js';
import { READ, type Statements } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import { millisecondsOf, type Integer } from '../schema/entities.js';

/**
 * Deletes every row whose instant is before this one, by one statement at a time, the oldest rows first. Each statement
 * begins at the last instant that the one before it deleted: while another transaction reads a snapshot, a server keeps
 * the deleted rows, and would read them again each time. After each statement there is a pause, whose length depends on
 * how long the statement took.
 * @param column an indexed column of instants. A row whose instant is NULL never expires.
 */
export async function purgeBefore(
  database: Pick<Statements, 'dialect' | 'execute' | 'query'>,
  table: string,
  column: string,
  instant: Date,
): Promise<void> {
  const { rows, share } = database.dialect.sql.purge;
  const oldest = `FROM ${table} WHERE ${column} >= ? AND ${column} < ? ORDER BY ${column} LIMIT ${rows}`;
  let from = INT64_MIN;
  for (;;) {
    const values = [from, millisecondsOf(instant)];
    // A DELETE of no rows would count as a write that succeeds, which ends the report of a fault of writes.
    const expired = await database.query<{ instant: Integer }[]>(`SELECT ${column} AS instant ${oldest}`, values, READ);
    const last = expired.at(-1);
    if (last === undefined) return;
    const deleteOldest = async (connection: Connection) => {
      const start = performance.now(); // The wait for a connection is not work of the purge, so it prolongs no pause.
      await connection.query(`DELETE ${oldest}`, values);
      return performance.now() - start;
    };
    const ms = await database.execute(deleteOldest, { effect: 'idempotent' });
    if (expired.length < rows) return;
    from = BigInt(last.instant);
    await delay(ms / share - ms);
  }
}
