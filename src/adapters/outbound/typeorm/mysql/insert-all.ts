import type { ResultSetHeader } from 'mysql2';
import { unavailable } from '../../support/errors.js';
import type { Connection, Dialect, Insertion, Reference } from '../dialect.js';
import { driverErrorOf } from '../errors.js';
import { placesOf } from '../statements.js';

/** The step is as expected, and the row that orders additions locked until this transaction ends; else NULL. */
const IN_ORDER = 'IF(@@auto_increment_increment = ?, (SELECT ? FROM add_order WHERE id = 1 FOR UPDATE), NULL)';

/**
 * When the number of rows is known, InnoDB gives one statement consecutive ids (MySQL manual, "AUTO_INCREMENT Handling in
 * InnoDB": simple inserts), `auto_increment_increment` apart. A cluster changes this step as members join and leave, so each
 * statement checks it: when it has changed, the first value becomes NULL, which the column refuses, and the statement is
 * sent again with the new step.
 */
export function newInsertAll(): Dialect['insertAll'] {
  let step = 1n;
  return async (connection, rows, references) => {
    try {
      return await insertAll(connection, rows, references, step);
    } catch (error) {
      if (driverErrorOf(error).code !== 'ER_BAD_NULL_ERROR') throw error;
      const [row] = await connection.query<{ step: string | number }[]>('SELECT @@auto_increment_increment AS step');
      step = BigInt(row?.step ?? 1);
      return insertAll(connection, rows, references, step);
    }
  };
}

async function insertAll(
  connection: Connection,
  rows: Insertion,
  references: Insertion<Reference> | undefined,
  step: bigint,
): Promise<bigint[]> {
  const first = insertRows(rows, step);
  const { insertId, affectedRows } =
    references === undefined
      ? await connection.query<ResultSetHeader>(first.text, first.values)
      : await inOnePacket(connection, first, insertReferences(references, step));
  if (affectedRows !== rows.rows.length) throw unavailable(new Error('the ids of new rows are unknown'));
  return rows.rows.map((_, at) => BigInt(insertId) + BigInt(at) * step);
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The lock is taken by the statement itself, before it draws an id, so that a program that stops leaves no lock behind. */
function insertRows({ into, rows }: Insertion, step: bigint): Statement {
  const places = placesOf(rows, (column, row) => (column + row === 0 ? IN_ORDER : '?'));
  return { text: `${into} VALUES ${places}`, values: [step, ...rows.flat()] };
}

function insertReferences({ into, rows }: Insertion<Reference>, step: bigint): Statement {
  const all = rows.map(({ row, values }) => [BigInt(row) * step, ...values]);
  const places = placesOf(all, (column) => (column === 0 ? 'LAST_INSERT_ID() + ?' : '?'));
  return { text: `${into} VALUES ${places}`, values: all.flat() };
}

/**
 * One transaction in one packet. When a statement fails, the transaction is open until the ROLLBACK; should that never
 * come, the server ends it after a second. The limit follows START TRANSACTION: a new primary of a group holds that until
 * its backlog is applied, but no longer than wait_timeout.
 */
async function inOnePacket(connection: Connection, first: Statement, second: Statement): Promise<ResultSetHeader> {
  const text = `START TRANSACTION; SET SESSION wait_timeout = 1; ${first.text}; ${second.text}; COMMIT; ${PATIENT}`;
  try {
    const results = await connection.query<ResultSetHeader[]>(text, [...first.values, ...second.values]);
    const [, , inserted] = results;
    if (inserted === undefined) throw new Error('a packet of statements has too few results');
    return inserted;
  } catch (error) {
    await connection.query(`ROLLBACK; ${PATIENT}`).catch(() => connection.discard());
    throw error;
  }
}

/** The server waits for the next statement as long as it is configured to. */
const PATIENT = 'SET SESSION wait_timeout = DEFAULT';
