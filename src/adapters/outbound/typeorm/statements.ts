import type { Connection, Dialect, Insertion } from './dialect.js';

/** Not TypeORM's transaction, which leaves later ones open after an engine has ended one by itself (full disk). */
export async function inTransaction<T>(connection: Connection, begin: string, work: () => Promise<T>): Promise<T> {
  try {
    await connection.query(begin);
    const result = await work();
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    // The first error is the cause; that of the rollback only follows from it.
    await connection.query('ROLLBACK').catch(() => connection.discard());
    throw error;
  }
}

/** The placeholders of rows, for VALUES. @param placeAt another text for some of them */
export function placesOf(rows: readonly (readonly unknown[])[], placeAt?: (column: number, row: number) => string) {
  return rows.map((row, at) => `(${row.map((_, column) => placeAt?.(column, at) ?? '?').join(', ')})`).join(', ');
}

/** Resolves to the driver's result. @param suffix follows the rows */
export function insert<T>(connection: Connection, { into, rows }: Insertion, suffix = ''): Promise<T> {
  return connection.query<T>(`${into} VALUES ${placesOf(rows)}${suffix}`, rows.flat());
}

/** `insertAll` by several statements. @param lock lets other programs wait until the commit; absent where there is one writer */
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
      const referring = references?.rows.map(({ row, values }) => [ids[row], ...values]);
      if (references && referring) await insert(connection, { into: references.into, rows: referring });
      return ids;
    });
  };
}
