import type { Connection, Insertion } from './dialect.js';
import { TABLES, type Table } from './entities.js';

/**
 * The most values of a statement that is kept prepared, which is enough to insert one row into any table. Longer ones
 * have too many different lengths.
 */
export const MAX_PREPARED_VALUES = Math.max(...TABLES.map(({ columns }) => columns.length));

/**
 * Does the work in a transaction. TypeORM's own transaction leaves later ones open after an engine has ended one by
 * itself, as it does when the disk is full.
 */
export async function inTransaction<T>(
  connection: Pick<Connection, 'query' | 'discard'>,
  begin: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await connection.query(begin);
    const result = await work();
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    // The first error is the cause. The error of the rollback only follows from it.
    await connection.query('ROLLBACK').catch(() => connection.discard());
    throw error;
  }
}

/** Returns the placeholders of rows for VALUES. */
export function placesOf(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
}

/** Returns the beginning of a statement that inserts rows. */
export function insertInto({ name, columns }: Table): string {
  return `INSERT INTO ${name} (${columns.join(', ')})`;
}

/** Inserts rows. Resolves to the driver's result. */
export function insert<T>(connection: Connection, { table, rows }: Insertion): Promise<T> {
  return connection.query<T>(`${insertInto(table)} VALUES ${placesOf(rows)}`, rows.flat());
}
