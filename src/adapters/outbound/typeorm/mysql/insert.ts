import type { ResultSetHeader } from 'mysql2';
import type { Connection } from '../dialect.js';
import { driverErrorOf, StoreUnavailable } from '../errors.js';
import type { Table } from '../tables.js';

type Rows = readonly (readonly unknown[])[];

/**
 * Implements `Dialect.insertInOrder` for MySQL and MariaDB. Every addition of animals locks the one row of `add_order`
 * before the server draws ids, so that ids become visible in order.
 */
export async function insertInOrder(connection: Connection, table: Table, rows: Rows): Promise<bigint[]> {
  const row = `SELECT ${table.columns.map(() => '?').join(', ')}`;
  const first = `INSERT INTO ${table.name} (${table.columns.join(', ')}) (${row} FROM add_order WHERE id = 1 FOR UPDATE)`;
  const text = first + ` UNION ALL ${row}`.repeat(rows.length - 1);
  const { insertId } = await connection.query<ResultSetHeader>(text, rows.flat());
  if (rows.length === 1) return [BigInt(insertId)];
  return findIds(connection, table, rows, insertId).catch((error: unknown) => {
    // The rows may be committed, so the addition must not be repeated.
    throw new StoreUnavailable(new Error(driverErrorOf(error).message), 'lost');
  });
}

/**
 * Finds the ids of rows that were just inserted. The server gives only the first id, and the distance of the next ones
 * depends on its settings. No later addition has a smaller id. A program that adds without the lock may have got an id
 * between them, so the rows are compared, except for the status, which another program may have changed since.
 */
async function findIds(connection: Connection, table: Table, rows: Rows, first: number): Promise<bigint[]> {
  const { name, columns } = table;
  const text = `SELECT id, ${columns.join(', ')} FROM ${name} WHERE id >= ? ORDER BY id LIMIT ?`;
  const found = await connection.query<StoredRow[]>(text, [first, rows.length]);
  const isStored = (row: readonly unknown[], stored: StoredRow | undefined) =>
    columns.every((column, at) => column === 'status' || String(row[at]) === String(stored?.[column]));
  if (found.length === rows.length && rows.every((row, at) => isStored(row, found[at]))) {
    return found.map(({ id }) => BigInt(id));
  }
  throw new Error('another program adds animals without the lock of this one, so their ids are unknown');
}

interface StoredRow {
  readonly id: number | string;
  readonly [column: string]: unknown;
}
