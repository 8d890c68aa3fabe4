import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../../domain/errors.js';
import type { OnCopyProgress, RowCounts, Transfer } from '../../storage.js';
import { READ, type Database, type ExecuteOptions } from '../execution/database.js';
import { inTransaction, type Connection, type Table } from '../execution/dialect.js';
import { INCOMPLETE } from '../schema/schema.js';
import { insertInto, TABLES, type Integer } from '../schema/entities.js';

/** The longest rows of a batch have fewer than 32,766 values and 4 MiB, which SQLite and a server with its defaults take. */
const BATCH_SIZE = 1000;

/** A snapshot lasts as long as the copy takes, and the work on it cannot be repeated. */
const ONCE: ExecuteOptions = { effect: 'once', isUnlimited: true };

export class SqlTransfer implements Transfer {
  constructor(private readonly database: Database) {}

  /**
   * Copies batch by batch, because a group of MySQL servers refuses a transaction above 150 MB. A mark in the target
   * makes the copy all or nothing for every program that opens it.
   */
  async copyTo(target: Transfer, onProgress: OnCopyProgress): Promise<RowCounts> {
    if (!(target instanceof SqlTransfer)) throw new DomainError('invalid', 'Only an SQL database can be the target.');
    await target.begin();
    try {
      const { beginSnapshot } = this.database.dialect.sql;
      const counts = await this.database.execute((connection) => {
        const work = () => this.copyRows(connection, target.database, onProgress);
        return inTransaction(connection, beginSnapshot, work);
      }, ONCE);
      // Another program may have removed rows from the target, or added some, while the copy was running.
      const isWhole = isDeepStrictEqual(await target.database.execute(countRows, ONCE), counts);
      if (!isWhole) throw new DomainError('invalid', 'The target does not have as many rows as the source.');
      await target.database.query('DELETE FROM migrations WHERE name = ?', [INCOMPLETE]);
      return counts;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const isRival = error.code === 'already_exists';
      const reason = isRival ? 'Another program writes to the target; stop it.' : error.message;
      const message = `${reason} The target is unusable until a copy into it succeeds.`;
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
      for (const { name } of TABLES) {
        const found = await connection.query<unknown[]>(`SELECT 1 FROM ${name} LIMIT 1`);
        if (found.length === 0) continue;
        throw new DomainError('already_exists', `The target holds data, in the table ${name}. Name an empty database.`);
      }
      await connection.query('INSERT INTO migrations (timestamp, name) VALUES (0, ?)', [INCOMPLETE]);
    });
  }

  private async copyRows(connection: Connection, target: Database, onProgress: OnCopyProgress): Promise<RowCounts> {
    const counts = await countRows(connection);
    const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
    let done = 0;
    onProgress(done, total);
    for (const table of TABLES) {
      for await (const rows of batchesOf(connection, table)) {
        await target.query(insertInto(table, rows.length), rows.flat());
        done += rows.length;
        onProgress(done, total);
        await turn(); // An engine may work synchronously, and a signal must be able to end the copy.
      }
    }
    for (const table of GENERATED) {
      await reserveIds(target, table, await this.database.dialect.schema.lastId(connection, table.name));
    }
    return counts;
  }
}

/** The tables whose ids the database generates, each with a row that satisfies every rule but the id. */
const GENERATED = [
  { name: 'pets', columns: 'name, category_id, status', values: "'-', 0, 'available'" },
  { name: 'accounts', columns: 'email, created_at', values: "'-', 0" },
] as const;

/**
 * Makes every later id of a table greater than `last`, which may be the id of a row that was removed. A row with this id
 * is inserted and deleted in one transaction, which a user without the right to alter tables may do.
 */
async function reserveIds(target: Database, table: (typeof GENERATED)[number], last: bigint): Promise<void> {
  const { name, columns, values } = table;
  const reserve = async (connection: Connection) => {
    if ((await target.dialect.schema.lastId(connection, name)) >= last) return;
    await connection.query(`INSERT INTO ${name} (id, ${columns}) VALUES (?, ${values})`, [last]);
    await connection.query(`DELETE FROM ${name} WHERE id = ?`, [last]);
  };
  await target.transaction(reserve, { effect: 'idempotent' });
}

async function countRows(connection: Connection): Promise<RowCounts> {
  const counts = new Map<string, number>();
  for (const { name } of TABLES) {
    const [row] = await connection.query<{ count: Integer }[]>(`SELECT COUNT(*) AS count FROM ${name}`);
    counts.set(name, Number(row?.count));
  }
  return counts;
}

/** Yields all rows of a table by position instead of OFFSET, so that the last batch costs as much as the first. */
async function* batchesOf(connection: Connection, { name, columns }: Table): AsyncGenerator<unknown[][]> {
  const [key = ''] = columns;
  let last: Record<string, unknown> | undefined;
  do {
    const [where, values] = last === undefined ? ['', []] : [`WHERE ${key} > ?`, [last[key]]];
    const text = `SELECT * FROM ${name} ${where} ORDER BY ${key} LIMIT ${BATCH_SIZE}`;
    const found = await connection.query<Record<string, unknown>[]>(text, values);
    last = found.length < BATCH_SIZE ? undefined : found.at(-1);
    // A newer version of the program may have added columns, which must not get lost.
    const unknown = Object.keys(found[0] ?? {}).filter((column) => !columns.includes(column));
    if (unknown.length > 0) {
      const names = `${unknown.join(', ')} in ${name}`;
      throw new DomainError('invalid', `The schema is newer than this program, which does not know ${names}.`);
    }
    // An engine converts an integer that a driver gave as text back to the same one.
    if (found.length > 0) yield found.map((row) => columns.map((column) => row[column]));
  } while (last !== undefined);
}
