import type { Connection, Dialect, Insertion } from './dialect.js';
import { TABLES } from './entities.js';

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

/** Inserts rows. Resolves to the driver's result. */
export function insert<T>(connection: Connection, { into, rows }: Insertion): Promise<T> {
  return connection.query<T>(`${into} VALUES ${placesOf(rows)}`, rows.flat());
}

/**
 * Inserts rows whose ids become visible in order, and resolves to the ids. One row alone is one statement.
 * @param references as many rows for another table, inserted in the same transaction; each leaves out its first column,
 * which is the id of the row at the same place
 */
export function insertInOrder(
  connection: Connection,
  dialect: Dialect,
  rows: Insertion,
  references?: Insertion,
): Promise<bigint[]> {
  if (rows.rows.length === 1 && references === undefined) return dialect.insertInOrder(connection, rows);
  return inTransaction(connection, dialect.begin, async () => {
    const ids = await dialect.insertInOrder(connection, rows);
    if (references !== undefined) {
      const referring = references.rows.map((row, at) => [ids[at], ...row]);
      await insert(connection, { into: references.into, rows: referring });
    }
    return ids;
  });
}
