import { join } from 'node:path';
import type { ResultSetHeader, RowDataPacket } from 'mysql2';
import { INT64_MAX } from '../../../../domain/values.js';
import type { Connection, Dialect, Table } from '../execution/dialect.js';
import { DatabaseUnavailable, driverErrorOf } from '../execution/failures.js';
import { migrationsOf } from '../schema/migrations.js';
import { ERRORS } from './error-codes.js';
import { mysqlConnections, type ServerAddress } from './pool.js';

/** The name of a lock belongs to the server and not to the database, and has at most 64 characters. */
const MIGRATION_LOCK = "CONCAT('animal:', SHA2(DATABASE(), 224))";

/** The errors of a statement that creates or drops what an earlier run has created or dropped. */
const DONE = [
  'ER_TABLE_EXISTS_ERROR',
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_CHECK_CONSTRAINT_DUP_NAME',
  'ER_CANT_DROP_FIELD_OR_KEY',
];

/** The dialect of MySQL 8.4 and later and MariaDB 11.8 and later, with InnoDB. */
export function mysqlDialect(address: ServerAddress, poolSize: number): Dialect {
  return {
    connections: mysqlConnections(address, poolSize),
    errors: { kinds: ERRORS },
    sql: {
      begin: ['START TRANSACTION'],
      beginSnapshot: [
        'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
        'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
      ],
      lockRow: 'FOR UPDATE',
      byStatus: 'FORCE INDEX (pets_status_id)',
      countAttempt: COUNT_ATTEMPT,
      insertInOrder,
      countInserted: (result) => (result as ResultSetHeader).affectedRows, // mysql2 gives this for an INSERT.
      purge: { rows: 100, share: 1 / 2 },
      repeatsPrimaryKey: ({ code, message }) => code === 'ER_DUP_ENTRY' && /\bPRIMARY'$/.test(message),
    },
    schema: {
      migrations: migrationsOf(join(import.meta.dirname, 'migrations'), DONE),
      whileMigrating,
      lastId,
      furtherReads: ['EXISTS (SELECT id FROM add_order WHERE id = 1)'],
    },
    checks: { requireWritable, async checkAll() {} }, // The server checks its files by itself.
  };
}

/** MySQL assigns from left to right, so `points` depends on the `expire` of before. */
const COUNT_ATTEMPT = `INSERT INTO tries (\`key\`, points, expire) VALUES (?, 1, ?)
  ON DUPLICATE KEY UPDATE points = IF(expire <= ?, 1, points + 1), expire = IF(expire <= ?, ?, expire)`;

/** A row with the id that an INSERT gave it. */
type GivenId = RowDataPacket & { readonly id: number | string };

/**
 * Implements `insertInOrder` of `Sql`. MariaDB returns the ids with the INSERT; MySQL, for which RETURNING is a comment,
 * reports only the first one, so those of several rows are read back. No id is computed from a distance between ids:
 * MariaDB and Percona XtraDB Cluster change it within a session when a server joins their cluster or leaves it.
 */
async function insertInOrder(connection: Connection, table: Table, rows: readonly unknown[][]): Promise<bigint[]> {
  const text = `${insertWithLock(table, rows.length)} /*M! RETURNING id */`;
  const result = await connection.query<ResultSetHeader | GivenId[]>(text, rows.flat());
  if (Array.isArray(result)) return idsOf(result);
  const first = BigInt(result.insertId);
  if (rows.length === 1) return [first];
  const ids = await readIds(connection, table, rows.length);
  return ids[0] === first ? ids : []; // LAST_INSERT_ID() leaves out an id that a trigger has set.
}

/**
 * Returns an INSERT whose first value locks the one row of `add_order` before the server draws ids, so that ids become
 * visible in order. If that row is missing, the value is NULL, which the first column refuses. Because the statement
 * lists its values, the server knows their number and reserves consecutive ids for them (MySQL manual, "AUTO_INCREMENT
 * Handling in InnoDB", simple inserts).
 */
function insertWithLock({ name, columns }: Table, rows: number): string {
  const [first, ...others] = columns.map(() => '?');
  const locking = `IF((SELECT id FROM add_order WHERE id = 1 FOR UPDATE) = 1, ${first}, NULL)`;
  const row = `, (${[first, ...others].join(', ')})`;
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${[locking, ...others].join(', ')})${row.repeat(rows - 1)}`;
}

/**
 * Reads the ids of the rows that this connection has inserted. Where several servers give ids, rows of the others are
 * between them; each server gives those whose distance is a multiple of `auto_increment_increment`.
 */
async function readIds(connection: Connection, { name }: Table, count: number): Promise<bigint[]> {
  const text = `SELECT id FROM ${name} WHERE id >= LAST_INSERT_ID()
    AND (id - LAST_INSERT_ID()) % @@SESSION.auto_increment_increment = 0 ORDER BY id LIMIT ?`;
  try {
    return idsOf(await connection.query<GivenId[]>(text, [count]));
  } catch (error) {
    // The rows are inserted, so no error of this statement may mean that nothing was done.
    throw new DatabaseUnavailable(new Error(`the new ids cannot be read: ${driverErrorOf(error).message}`), 'lost');
  }
}

function idsOf(rows: readonly GivenId[]): bigint[] {
  return rows.map(({ id }) => BigInt(id));
}

async function lastId(connection: Connection, table: string): Promise<bigint> {
  // What information_schema says may be a day old, and MariaDB lacks the variable that changes this.
  const [row] = await connection.query<Record<string, unknown>[]>(`SHOW CREATE TABLE ${table}`);
  const next = BigInt(/ AUTO_INCREMENT=(\d+)/.exec(String(row?.['Create Table']))?.[1] ?? 1);
  // The counter stays at the greatest id after that was drawn, even if the row was removed.
  return next === INT64_MAX ? next : next - 1n;
}

/**
 * A group with several primaries is refused: the lock is local to one member of a group, and so is the protection of a
 * table against schema changes during writes.
 */
async function whileMigrating<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  if (await isMultiPrimary(connection)) {
    const fix = 'run SELECT group_replication_switch_to_single_primary_mode() first';
    throw new DatabaseUnavailable(new Error(`a group with several primaries cannot be migrated; ${fix}`));
  }
  if (!(await isTrue(connection, `GET_LOCK(${MIGRATION_LOCK}, 1)`))) {
    throw new DatabaseUnavailable(new Error('another program is migrating this database'), 'contended');
  }
  try {
    return await work();
  } finally {
    // The server releases the lock of a connection that has ended, whose error the caller gets.
    await isTrue(connection, `RELEASE_LOCK(${MIGRATION_LOCK})`).catch(() => undefined);
  }
}

/** Reads the variables by SHOW, which does not fail if the plugin that defines them is not loaded. */
async function isMultiPrimary(connection: Connection): Promise<boolean> {
  const rows = await connection.query<unknown[]>(`SHOW GLOBAL VARIABLES WHERE
    Variable_name = 'group_replication_single_primary_mode' AND Value = 'OFF' OR
    Variable_name = 'group_replication_group_name' AND Value <> ''`);
  return rows.length === 2;
}

/**
 * A server that is super_read_only is also read_only (MySQL manual, "Server System Variables"). A reader of Aurora is
 * known by innodb_read_only, which a forced recovery also sets.
 */
async function requireWritable(connection: Connection): Promise<void> {
  const [row] = await connection.query<Record<string, unknown>[]>(
    'SELECT @@GLOBAL.read_only AS read_only, @@GLOBAL.innodb_read_only AS innodb_read_only',
  );
  const set = Object.entries(row ?? {}).find(([, value]) => Number(value) === 1);
  if (set === undefined) return;
  const remedy =
    'set DATABASE_URL to a proxy that leads to the primary, or end read_only, innodb_read_only and innodb_force_recovery';
  throw new DatabaseUnavailable(new Error(`the server is read-only, by ${set[0]}; ${remedy}`), 'read-only');
}

async function isTrue(connection: Connection, expression: string): Promise<boolean> {
  const [row] = await connection.query<{ answer: unknown }[]>(`SELECT ${expression} AS answer`);
  return Number(row?.answer) === 1;
}
