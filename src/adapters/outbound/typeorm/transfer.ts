import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from '../../../domain/errors.js';
import type { Collection, Row, Snapshot, Transfer, Value } from '../../../domain/ports/transfer.js';
import { READ, type Database, type ExecuteOptions } from './database.js';
import { insert } from './statements.js';
import type { Connection, Dialect, ManagedConnection } from './dialect.js';
import { TABLES, type Integer, type Table } from './entities.js';
import { INCOMPLETE } from './schema.js';

/**
 * How many rows one statement reads or writes. Engines allow at least 32,766 values and 4 MiB, which the longest 1,000
 * rows do not reach.
 */
const BATCH_SIZE = 1000;

/** The options of a snapshot. It lasts longer for a larger store, and the work on it cannot be repeated. */
const ONCE: ExecuteOptions = { ...READ, timeoutMs: Infinity, retryMs: 0 };

const MARK_INCOMPLETE = 'INSERT INTO migrations (timestamp, name) VALUES (0, ?)';
const UNMARK_INCOMPLETE = 'DELETE FROM migrations WHERE name = ?';
const FIND_MARK_INCOMPLETE = 'SELECT name FROM migrations WHERE name = ?';

/** Moves all data of a database, in which each collection is a table. */
export class TypeormTransfer implements Transfer {
  readonly collections: readonly Collection[] = TABLES.map(({ name, columns }) => {
    return { name, isGenerated: columns[0]?.generated !== undefined };
  });

  constructor(private readonly database: Database) {}

  read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const { dialect } = this.database;
    return this.database.executeManaged(async (connection) => {
      for (const statement of dialect.beginSnapshot) await connection.query(statement);
      try {
        return await work({
          count: (collection) => count(connection, collection),
          rows: (collection) => rows(connection, collection),
          lastId: (collection) => lastId(dialect, connection, collection),
        });
      } finally {
        await connection.query('ROLLBACK').catch(() => connection.discard());
      }
    }, ONCE);
  }

  async begin(): Promise<string[]> {
    const found = await this.database.query<unknown[]>(FIND_MARK_INCOMPLETE, [INCOMPLETE], READ);
    if (found.length === 0) return this.mark();
    for (const { name } of this.collections)
      await this.database.executeManaged(({ runner }) => runner.clearTable(name));
    return [];
  }

  async write(collection: Collection, rows: readonly Row[]): Promise<void> {
    const into = `INSERT INTO ${collection.name} (${namesOf(collection).join(', ')})`;
    await this.database.execute((connection) => insert(connection, { into, rows }));
  }

  async reserveIds(collection: Collection, least: bigint): Promise<void> {
    const { dialect } = this.database;
    await this.database.execute(async (connection) => {
      const known = await lastId(dialect, connection, collection);
      const last = known > least ? known : least;
      // This is needed even if rows already have the id, because a sequence does not know ids that were given
      // explicitly.
      const statements = last > 0n ? dialect.reserveIds(collection.name, last) : [];
      for (const statement of statements) await connection.query(statement);
    });
  }

  async finish(): Promise<void> {
    await this.database.query(UNMARK_INCOMPLETE, [INCOMPLETE]);
  }

  private mark(): Promise<string[]> {
    return this.database.transaction(async (connection) => {
      const occupied: string[] = [];
      for (const { name } of this.collections) {
        const found = await connection.query<unknown[]>(`SELECT 1 FROM ${name} LIMIT 1`);
        if (found.length > 0) occupied.push(name);
      }
      if (occupied.length === 0) await connection.query(MARK_INCOMPLETE, [INCOMPLETE]);
      return occupied;
    });
  }
}

function columnsOf({ name }: Collection): Table['columns'] {
  const table = TABLES.find((each) => each.name === name);
  if (table === undefined) throw new Error(`no table holds ${name}`);
  return table.columns;
}

function namesOf(collection: Collection): string[] {
  return columnsOf(collection).map(({ name }) => name);
}

async function count(connection: Connection, { name }: Collection): Promise<number> {
  const [row] = await connection.query<{ total: bigint | number | string }[]>(`SELECT COUNT(*) AS total FROM ${name}`);
  return Number(row?.total);
}

async function lastId(dialect: Dialect, connection: Connection, { name }: Collection): Promise<bigint> {
  const [row] = await connection.query<{ id: Integer }[]>(dialect.lastId(name));
  return row ? (dialect.lastIdOf?.(row) ?? BigInt(row.id)) : 0n;
}

/** Reads by position instead of OFFSET, so that the last batch costs as much as the first. */
async function* rows(connection: ManagedConnection, collection: Collection): AsyncGenerator<Row[]> {
  const { name } = collection;
  await rejectUnknownColumns(connection, collection);
  const columns = columnsOf(collection);
  const names = namesOf(collection);
  const [key = ''] = names;
  let after: unknown;
  for (;;) {
    const [where, values] = after === undefined ? ['', []] : [`WHERE ${key} > ?`, [after]];
    const found = await connection.query<Record<string, unknown>[]>(
      `SELECT ${names.join(', ')} FROM ${name} ${where} ORDER BY ${key} LIMIT ${BATCH_SIZE}`,
      values,
    );
    if (found.length > 0) yield found.map((row) => columns.map((column) => valueOf(row[column.name], column.type)));
    if (found.length < BATCH_SIZE) return;
    after = found.at(-1)?.[key];
    await turn(); // An engine may work synchronously, and a signal must be able to end the copy.
  }
}

/** A newer version of the program may have added columns, which must not get lost. */
async function rejectUnknownColumns({ runner }: ManagedConnection, collection: Collection): Promise<void> {
  const known = namesOf(collection);
  const table = await runner.getTable(collection.name);
  const unknown = table?.columns.map(({ name }) => name).filter((column) => !known.includes(column)) ?? [];
  if (unknown.length === 0) return;
  const columns = `${unknown.join(', ')} in ${collection.name}`;
  throw new DomainError('invalid', `The schema is newer than this program, which does not know ${columns}.`);
}

/** Converts a value. @throws Error if the driver gives another type than the column has */
function valueOf(value: unknown, type: Table['columns'][number]['type']): Value {
  if (value === null) return null;
  if (type === 'bigint' && (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string')) {
    return BigInt(value);
  }
  if (type === 'varchar' && typeof value === 'string') return value;
  if (type === 'varbinary' && value instanceof Uint8Array) return value;
  throw new Error(`the store gave a ${typeof value} for a column of type ${type}`);
}
