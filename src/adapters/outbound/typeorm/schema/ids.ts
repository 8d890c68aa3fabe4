import { INT64_MAX } from '../../../../domain/values.js';
import type { Statements } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import type { Integer } from './entities.js';

// The ids that the database generates: the last one that was given, and the start of later ones.

/** A table whose ids the database generates. */
interface Generated {
  /** Indexed columns of other tables that hold ids of this table, including ids of deleted rows. */
  readonly keptIn: readonly (readonly [table: string, column: string])[];
  /** The other columns of a row that satisfies every rule of the table, and their values. */
  readonly columns: string;
  readonly values: string;
}

const PETS: Generated = {
  keptIn: [['idempotency_keys', 'pet_id']],
  columns: 'name, category_id, status',
  values: "'-', 0, 'available'",
};

/** The API keys and sessions of an account that is gone must not belong to a later one. */
const ACCOUNTS: Generated = {
  keptIn: [
    ['api_keys', 'account_id'],
    ['sessions', 'account_id'],
    ['idempotency_keys', 'account_id'],
  ],
  columns: 'email, created_at',
  values: "'-', 0",
};

const GENERATED = { pets: PETS, accounts: ACCOUNTS } as const;

export function isGenerated(table: string): table is keyof typeof GENERATED {
  return table in GENERATED;
}

/**
 * Makes every later id of a table greater than `last`. A row with this id is inserted and deleted in one transaction,
 * so that no other program sees it, a user without the right to alter tables may do it, and the replicas of a server
 * also get it.
 */
export async function reserveIds(database: Statements, table: keyof typeof GENERATED, last: bigint): Promise<void> {
  const { columns, values } = GENERATED[table];
  const reserve = async (connection: Connection) => {
    if ((await lastId(connection, database, table)) >= last) return;
    await connection.query(`INSERT INTO ${table} (id, ${columns}) VALUES (?, ${values})`, [last]);
    await connection.query(`DELETE FROM ${table} WHERE id = ?`, [last]);
  };
  await database.transaction(reserve, { effect: 'idempotent' });
}

/** Resolves to a number that no id of a table ever exceeded, as far as the table knows. */
export async function lastId(connection: Connection, { dialect }: Statements, table: string): Promise<bigint> {
  const [counter, present] = [
    await dialect.schema.lastId(connection, table),
    await greatest(connection, [[table, 'id']]),
  ];
  return counter > present ? counter : present;
}

/** Resolves to the greatest id of a table that other tables keep, which is 0 if they keep none. */
export function greatestKnownId(connection: Connection, table: keyof typeof GENERATED): Promise<bigint> {
  return greatest(connection, GENERATED[table].keptIn);
}

/**
 * Resolves to the greatest value of these columns, each of which an engine reads from the end of an index. The greatest
 * integer is left out, because it is no id: version 2.2.0 gives it to the session that each of its starts writes and
 * removes.
 */
async function greatest(connection: Connection, columns: Generated['keptIn']): Promise<bigint> {
  let found = 0n;
  for (const [table, column] of columns) {
    const text = `SELECT MAX(${column}) AS id FROM ${table} WHERE ${column} < ?`;
    const [row] = await connection.query<{ id: Integer | null }[]>(text, [INT64_MAX]);
    const id = BigInt(row?.id ?? 0);
    if (id > found) found = id;
  }
  return found;
}
