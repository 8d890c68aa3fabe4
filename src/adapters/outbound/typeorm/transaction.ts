import type { Connection } from './dialect.js';

/**
 * Does all of the work or none of it. Not TypeORM's transaction: it counts nesting levels, and after an engine has ended a
 * transaction by itself (full disk) it would treat later ones as nested and leave them open.
 */
export async function inTransaction<T>(connection: Connection, begin: string, work: () => Promise<T>): Promise<T> {
  try {
    await connection.query(begin);
    const result = await work();
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    // The first error says more than that of the rollback.
    await connection.query('ROLLBACK').catch(() => connection.discard());
    throw error;
  }
}
