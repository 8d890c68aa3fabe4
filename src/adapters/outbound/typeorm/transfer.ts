import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { DomainError } from '../../../domain/errors.js';
import type { OnCopyProgress, Summary, Transfer } from '../storage.js';
import { READ, type Database, type ExecuteOptions } from './database.js';
import type { Connection } from './dialect.js';
import { TABLES, type Integer, type Table } from './entities.js';
import { INCOMPLETE } from './schema.js';
import { insert } from './statements.js';

/**
 * How many rows one statement reads or writes. Engines allow at least 32,766 values and 4 MiB, which the longest 1,000
 * rows do not reach.
 */
const BATCH_SIZE = 1000;

/** The options of a snapshot. It lasts longer for a larger store, and the work on it cannot be repeated. */
const ONCE: ExecuteOptions = { ...READ, timeoutMs: Infinity, retryMs: 0 };

type Row = readonly unknown[];
type Summaries = ReadonlyMap<string, Summary>;

/** Copies the tables of one SQL database to another. */
export class SqlTransfer implements Transfer {
  constructor(private readonly database: Database) {}

  /**
   * Copies batch by batch, because a group of MySQL servers refuses a transaction above 150 MB. A mark in the target
   * makes the copy all or nothing for every program that opens it.
   */
  async copyTo(target: Transfer, onProgress: OnCopyProgress): Promise<Summaries> {
    if (!(target instanceof SqlTransfer)) throw new DomainError('invalid', 'Only an SQL database can be the target.');
    await target.begin();
    try {
      const written = await this.inSnapshot(async (connection) => {
        const read = await readAll(connection, 'copying', onProgress, (table, rows) => target.write(table, rows));
        for (const { name } of TABLES.filter(({ columns }) => columns[0]?.generated)) {
          await target.reserveIds(name, await this.database.dialect.lastId(connection, name));
        }
        return read;
      });
      const arrived = await target.inSnapshot((connection) => readAll(connection, 'verifying', onProgress));
      rejectDifferences(written, arrived);
      await target.database.query('DELETE FROM migrations WHERE name = ?', [INCOMPLETE]);
      return written;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'already_exists') {
        throw new DomainError(error.code, 'Another program writes to the target; stop it, and copy again.');
      }
      const message = `${error.message} The target is unusable until a copy into it succeeds.`;
      throw new DomainError(error.code, message, { cause: error.cause });
    }
  }

  /** Marks the target, whose schema is up to date, as incomplete. Removes the rows of a copy that was cut short. */
  private async begin(): Promise<void> {
    const { database } = this;
    const marks = await database.query<unknown[]>('SELECT 1 FROM migrations WHERE name = ?', [INCOMPLETE], READ);
    if (marks.length > 0) {
      for (const { name } of TABLES) await database.execute(({ runner }) => runner.clearTable(name));
      return;
    }
    await database.transaction(async (connection) => {
      const occupied: string[] = [];
      for (const { name } of TABLES) {
        const found = await connection.query<unknown[]>(`SELECT 1 FROM ${name} LIMIT 1`);
        if (found.length > 0) occupied.push(name);
      }
      if (occupied.length > 0) {
        const message = `The target holds data: ${occupied.join(', ')}. Name an empty store.`;
        throw new DomainError('already_exists', message);
      }
      await connection.query('INSERT INTO migrations (timestamp, name) VALUES (0, ?)', [INCOMPLETE]);
    });
  }

  private async write({ name, columns }: Table, rows: readonly Row[]): Promise<void> {
    const into = `INSERT INTO ${name} (${columns.map((column) => column.name).join(', ')})`;
    await this.database.execute((connection) => insert(connection, { into, rows }));
  }

  /**
   * Makes every later id of the table greater than `least`. This is needed even if rows already have the id, because a
   * sequence does not know ids that were given explicitly.
   */
  private async reserveIds(table: string, least: bigint): Promise<void> {
    const { dialect } = this.database;
    await this.database.execute(async (connection) => {
      const known = await dialect.lastId(connection, table);
      const last = known > least ? known : least;
      const statements = last > 0n ? dialect.reserveIds(table, last) : [];
      for (const statement of statements) await connection.query(statement);
    });
  }

  /** Does the work once, on data that concurrent writes do not change. */
  private inSnapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.database.execute(async (connection) => {
      for (const statement of this.database.dialect.beginSnapshot) await connection.query(statement);
      try {
        return await work(connection);
      } finally {
        await connection.query('ROLLBACK').catch(() => connection.discard());
      }
    }, ONCE);
  }
}

/** @param write receives each batch; when it is absent, the rows are only summarised */
async function readAll(
  connection: Connection,
  phase: 'copying' | 'verifying',
  onProgress: OnCopyProgress,
  write?: (table: Table, rows: readonly Row[]) => Promise<void>,
): Promise<Summaries> {
  let [done, total] = [0, 0];
  for (const { name } of TABLES) {
    const [row] = await connection.query<{ count: Integer }[]>(`SELECT COUNT(*) AS count FROM ${name}`);
    total += Number(row?.count);
  }
  onProgress(phase, done, total);
  const summaries = new Map<string, Summary>();
  for (const table of TABLES) {
    const checksum = createHash('sha256');
    let count = 0;
    for await (const rows of batchesOf(connection, table)) {
      await write?.(table, rows);
      checksum.update(rows.map(lineOf).join(''));
      count += rows.length;
      done += rows.length;
      onProgress(phase, done, total);
      await turn(); // An engine may work synchronously, and a signal must be able to end the copy.
    }
    summaries.set(table.name, { rows: count, sha256: checksum.digest('hex') });
  }
  return summaries;
}

/** Yields all rows of a table by position instead of OFFSET, so that the last batch costs as much as the first. */
async function* batchesOf(connection: Connection, { name, columns }: Table): AsyncGenerator<Row[]> {
  const key = columns[0]?.name ?? '';
  let last: Record<string, unknown> | undefined;
  do {
    const [where, values] = last === undefined ? ['', []] : [`WHERE ${key} > ?`, [last[key]]];
    const found = await connection.query<Record<string, unknown>[]>(
      `SELECT * FROM ${name} ${where} ORDER BY ${key} LIMIT ${BATCH_SIZE}`,
      values,
    );
    last = found.length < BATCH_SIZE ? undefined : found.at(-1);
    rejectUnknown(Object.keys(found[0] ?? {}), name, columns);
    if (found.length > 0) yield found.map((row) => columns.map((column) => valueOf(row[column.name], column)));
  } while (last !== undefined);
}

/** A newer version of the program may have added columns, which must not get lost. */
function rejectUnknown(found: readonly string[], table: string, columns: Table['columns']): void {
  const unknown = found.filter((name) => columns.every((column) => column.name !== name));
  if (unknown.length === 0) return;
  const names = `${unknown.join(', ')} in ${table}`;
  throw new DomainError('invalid', `The schema is newer than this program, which does not know ${names}.`);
}

/** Returns an integer as a bigint, in whichever type the driver gives it, and any other value unchanged. */
function valueOf(value: unknown, { type }: Table['columns'][number]): unknown {
  return type === 'bigint' && value !== null ? BigInt(value as Integer) : value; // Every driver gives one of these types.
}

/** Each row becomes one line of JSON, so that neither the size of a batch nor the engine changes the checksum. */
function lineOf(row: Row): string {
  return `${JSON.stringify(row.map(jsonOf))}\n`;
}

function jsonOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'bigint' ? String(value) : value;
}

function rejectDifferences(written: Summaries, arrived: Summaries): void {
  const different = [...written.keys()].filter((name) => arrived.get(name)?.sha256 !== written.get(name)?.sha256);
  if (different.length === 0) return;
  throw new DomainError('invalid', `The target differs from the source: ${different.join(', ')}.`);
}
