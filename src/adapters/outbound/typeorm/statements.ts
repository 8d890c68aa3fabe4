import type { Connection, Dialect, Insertion } from './dialect.js';

/** The most values of a statement that is kept prepared. Longer ones have too many different lengths. */
export const MAX_PREPARED_VALUES = 7;

/**
 * Does the work in a transaction. TypeORM's own transaction leaves later ones open after an engine has ended one by
 * itself, as it does when the disk is full.
 */
export async function inTransaction<T>(connection: Connection, begin: string, work: () => Promise<T>): Promise<T> {
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

/**
 * Returns the placeholders of rows for VALUES.
 * @param first the expression for the first column of each row, `?` by default
 */
export function placesOf(rows: readonly (readonly unknown[])[], first = '?'): string {
  return rows.map((row) => `(${row.map((_, column) => (column === 0 ? first : '?')).join(', ')})`).join(', ');
}

/** Inserts rows. Resolves to the driver's result. @param suffix the SQL that follows the rows */
export function insert<T>(connection: Connection, { into, rows }: Insertion, suffix = ''): Promise<T> {
  return connection.query<T>(`${into} VALUES ${placesOf(rows)}${suffix}`, rows.flat());
}

/**
 * Implements `insertAll` by several statements.
 * @param lock makes other programs wait until the commit; it is absent if there is only one writer
 */
export function insertInTurn(
  begin: string,
  insertRows: (connection: Connection, rows: Insertion) => Promise<bigint[]>,
  lock?: string,
): Dialect['insertAll'] {
  return (connection, rows, references) => {
    if (references === undefined && lock === undefined) return insertRows(connection, rows);
    return inTransaction(connection, begin, async () => {
      if (lock !== undefined) await connection.query(lock);
      const ids = await insertRows(connection, rows);
      if (references !== undefined) {
        const { into, rows: values } = references;
        await insert(connection, { into, rows: values.map((row, at) => [ids[at], ...row]) });
      }
      return ids;
    });
  };
}
