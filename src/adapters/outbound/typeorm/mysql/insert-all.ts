import type { ResultSetHeader } from 'mysql2';
import { unavailable } from '../../support/errors.js';
import type { Connection, Dialect } from '../dialect.js';
import { driverErrorOf } from '../errors.js';

/**
 * When the number of rows is known, InnoDB gives one statement consecutive ids in every lock mode (MySQL manual,
 * "AUTO_INCREMENT Handling in InnoDB": simple inserts), `auto_increment_increment` apart. A cluster changes this step as
 * members join and leave, so each statement checks it: when it has changed, the first value becomes NULL, which the
 * column refuses, and the statement is sent again with the new step.
 */
export function newInsertAll(): Dialect['insertAll'] {
  let step = 1n;
  return async (connection, into, rows) => {
    try {
      return await insertAll(connection, into, rows, step);
    } catch (error) {
      if (driverErrorOf(error).code !== 'ER_BAD_NULL_ERROR') throw error;
      const [row] = await connection.query<{ step: string | number }[]>('SELECT @@auto_increment_increment AS step');
      step = BigInt(row?.step ?? 1);
      return insertAll(connection, into, rows, step);
    }
  };
}

async function insertAll(
  connection: Connection,
  into: string,
  [first = [], ...others]: readonly (readonly unknown[])[],
  step: bigint,
): Promise<bigint[]> {
  const places = [['IF(@@auto_increment_increment = ?, ?, NULL)', ...first.slice(1).map(() => '?')]];
  for (const row of others) places.push(row.map(() => '?'));
  const text = `${into} VALUES ${places.map((row) => `(${row.join(', ')})`).join(', ')}`;
  const { insertId, affectedRows } = await connection.query<ResultSetHeader>(text, [step, ...first, ...others.flat()]);
  if (affectedRows !== places.length) throw unavailable(new Error('the ids of new rows are unknown'));
  return places.map((_, at) => BigInt(insertId) + BigInt(at) * step);
}
