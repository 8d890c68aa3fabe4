import type { Finding } from '../../../domain/ports/store.js';
import { TransientError } from '../support/errors.js';
import type { Dialect, ManagedConnection } from './dialect.js';
import { driverErrorOf, translate } from './errors.js';
import { finding } from './finding.js';
import { MIGRATIONS } from './migrations.js';
import { placesOf } from './statements.js';
import { tablesAfter, type Column } from './tables.js';

type Right = 'SELECT' | 'LOCK' | 'INSERT' | 'UPDATE' | 'DELETE';

/** The rights that the service needs on each table. */
export const NEEDED: Readonly<Record<string, readonly Right[]>> = {
  accounts: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  api_keys: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  pets: ['SELECT', 'INSERT', 'UPDATE'],
  idempotency_keys: ['SELECT', 'INSERT', 'DELETE'],
  sessions: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  tries: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  add_order: ['LOCK'],
};

/** The least integer of 32 bits, which fits every column for integers. No row has it as its key. */
const NO_INTEGER = -(2n ** 31n);

/**
 * Tries the rights of the user of a server on the tables, which must exist. Each statement is sent as the service sends
 * it, since an EXPLAIN needs fewer rights on some engines, and its transaction is rolled back. An id that a statement
 * draws stays unused.
 * @param fix what an operator does about a right that is missing
 */
export async function findRights(connection: ManagedConnection, dialect: Dialect, fix: string): Promise<Finding> {
  const refused: string[] = [];
  const reasons: string[] = [];
  for (const { name: table, columns } of tablesAfter(MIGRATIONS, dialect.ddl.optionalTables)) {
    for (const right of NEEDED[table] ?? []) {
      const { text, values } = trialOf(right, table, columns, (column) => escaped(connection, column));
      const reason = await reasonAgainst(connection, dialect, text, values);
      if (reason === undefined) continue;
      refused.push(`${right} ${table}`);
      reasons.push(reason);
    }
  }
  return finding(
    'rights',
    'The store accepts every statement of the service.',
    refused.length > 0 &&
      `The store refuses these statements: ${refused.join(', ')}. The first refusal: ${reasons[0]}.`,
    fix,
  );
}

function escaped({ runner }: ManagedConnection, column: string): string {
  return runner.manager.dataSource.driver.escape(column);
}

function trialOf(
  right: Right,
  table: string,
  columns: Readonly<Record<string, Column>>,
  escape: (column: string) => string,
): { text: string; values: readonly unknown[] } {
  const [[key, column] = ['', undefined]] = Object.entries(columns);
  const where = `WHERE ${escape(key)} = ?`;
  const values = column ? [valueOf({ ...column, min: 1 })] : [];
  switch (right) {
    case 'SELECT':
      return { text: `SELECT ${escape(key)} FROM ${table} ${where}`, values };
    case 'LOCK':
      return { text: `SELECT ${escape(key)} FROM ${table} ${where} FOR UPDATE`, values };
    case 'UPDATE':
      return { text: `UPDATE ${table} SET ${escape(key)} = ${escape(key)} ${where}`, values };
    case 'DELETE':
      return { text: `DELETE FROM ${table} ${where}`, values };
    case 'INSERT': {
      const given = Object.entries(columns).filter(([, { type, nullable }]) => type !== 'id' && !nullable);
      const names = given.map(([name]) => escape(name)).join(', ');
      return {
        text: `INSERT INTO ${table} (${names}) VALUES ${placesOf([given])}`,
        values: given.map(([, each]) => valueOf(each)),
      };
    }
  }
}

/** Returns a value that the column accepts, and that no row of the service has in a unique column. */
function valueOf({ type, min = 1, values }: Column): unknown {
  if (values) return values[0];
  if (type === 'bytes') return Buffer.alloc(min);
  return type === 'text' || type === 'code' ? '-'.repeat(min) : NO_INTEGER;
}

/** Returns why the store refuses the statement, or `undefined` if it accepts it or the cause is not a missing right. */
async function reasonAgainst(
  connection: ManagedConnection,
  dialect: Dialect,
  text: string,
  values: readonly unknown[],
): Promise<string | undefined> {
  await connection.query(dialect.begin);
  try {
    await connection.query(text, [...values]);
    return undefined;
  } catch (error) {
    // The cause is contention, or a server that is read-only, which another check reports.
    if (translate(error, dialect) instanceof TransientError) return undefined;
    return driverErrorOf(error).message;
  } finally {
    await connection.query('ROLLBACK');
  }
}
