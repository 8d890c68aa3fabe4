import type { ResultSetHeader } from 'mysql2';
import type { Connection, Insertion } from '../dialect.js';
import { insert } from '../statements.js';

/**
 * Every addition of animals locks this row before the server draws an id, and keeps the lock until its commit, so that
 * ids become visible in order.
 */
const LOCKED = 'FROM add_order WHERE id = 1 FOR UPDATE';

/** Implements `Dialect.insertOne` for MySQL and MariaDB. */
export async function insertOne(connection: Connection, into: string, row: readonly unknown[]): Promise<bigint> {
  const { insertId } = await insert<ResultSetHeader>(connection, { into, rows: [row] });
  return BigInt(insertId);
}

/**
 * Implements `Dialect.insertInOrder` for MySQL and MariaDB.
 *
 * One row takes one statement, which locks before the server draws the id. For several rows, the server draws ids that
 * are `step` apart, because their number is known and the lock keeps other INSERTs away (MySQL manual, "AUTO_INCREMENT
 * Handling in InnoDB"); `insertId` is that of the first row. A group of servers changes the step as members join and
 * leave, so each transaction reads it.
 */
export async function insertInOrder(connection: Connection, { into, rows }: Insertion): Promise<bigint[]> {
  const [row, another] = rows;
  if (row !== undefined && another === undefined) {
    const text = `${into} SELECT ${row.map(() => '?').join(', ')} ${LOCKED}`;
    const { insertId } = await connection.query<ResultSetHeader>(text, [...row]);
    return [BigInt(insertId)];
  }
  const [{ step }] = await connection.query<[Step]>(`SELECT @@auto_increment_increment AS step ${LOCKED}`);
  const { insertId } = await insert<ResultSetHeader>(connection, { into, rows });
  return rows.map((_, at) => BigInt(insertId) + BigInt(at) * BigInt(step));
}

interface Step {
  readonly step: number | string;
}
