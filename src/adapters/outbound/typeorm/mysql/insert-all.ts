import type { ResultSetHeader } from 'mysql2';
import type { Connection, Insertion } from '../dialect.js';
import { placesOf } from '../statements.js';

/**
 * Every addition locks this row before it draws an id and keeps the lock until its commit, so that ids become visible
 * in order.
 */
const LOCKED = 'FROM add_order WHERE id = 1 FOR UPDATE';

/** Implements `Dialect.insertAll` for MySQL and MariaDB. A single row without references takes one statement. */
export function insertAll(connection: Connection, insertion: Insertion, references?: Insertion): Promise<bigint[]> {
  const [row, another] = insertion.rows;
  return row !== undefined && another === undefined && references === undefined
    ? insertOne(connection, insertion.into, row)
    : insertMany(connection, insertion, references);
}

/**
 * Inserts one row by one statement, which is a transaction of its own. The server draws the id after it has the lock.
 */
async function insertOne(connection: Connection, into: string, row: readonly unknown[]): Promise<bigint[]> {
  const text = `${into} SELECT ${row.map(() => '?').join(', ')} ${LOCKED}`;
  const { insertId } = await connection.query<ResultSetHeader>(text, [...row]);
  return [BigInt(insertId)];
}

/**
 * Inserts rows by a transaction in one packet, so that the lock is never held while the server waits for this program.
 *
 * The server gives the rows of one INSERT ids that are `step` apart, because their number is known and the lock keeps
 * other INSERTs away (MySQL manual, "AUTO_INCREMENT Handling in InnoDB"). `LAST_INSERT_ID()` is the id of the first
 * row. A group of servers changes the step as members join and leave, so each transaction reads it.
 */
async function insertMany(
  connection: Connection,
  { into, rows }: Insertion,
  references: Insertion | undefined,
): Promise<bigint[]> {
  const lock = `SELECT @@auto_increment_increment AS step ${LOCKED}`;
  const statements = ['START TRANSACTION', IMPATIENT, lock, `${into} VALUES ${placesOf(rows)}`];
  const values = rows.flat();
  if (references !== undefined) {
    const referring = references.rows.map((row, at) => [BigInt(at), ...row]);
    const places = placesOf(referring, 'LAST_INSERT_ID() + ? * @@auto_increment_increment');
    statements.push(`${references.into} VALUES ${places}`);
    values.push(...referring.flat());
  }
  statements.push('COMMIT', PATIENT);
  try {
    const [, , [{ step }], { insertId }] = await connection.query<Results>(statements.join('; '), values);
    return rows.map((_, at) => BigInt(insertId) + BigInt(at) * BigInt(step));
  } catch (error) {
    await connection.query(`ROLLBACK; ${PATIENT}`).catch(() => connection.discard());
    throw error;
  }
}

type Results = readonly [
  begin: unknown,
  impatient: unknown,
  lock: readonly [{ readonly step: number | string }],
  insert: ResultSetHeader,
  ...others: unknown[],
];

/**
 * When a statement fails, the transaction stays open until the ROLLBACK. If this program stops in between, the server
 * ends the transaction after a second. The limit follows START TRANSACTION, because a new primary of a group holds that
 * statement until its backlog is applied, but no longer than wait_timeout.
 */
const IMPATIENT = 'SET SESSION wait_timeout = 1';

/** With this setting the server waits for the next statement as long as it is configured to. */
const PATIENT = 'SET SESSION wait_timeout = DEFAULT';
