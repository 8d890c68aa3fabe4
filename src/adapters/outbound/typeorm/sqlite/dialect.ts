import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { QueryFailedError } from 'typeorm';
import type { StorageOptions } from '../../storage.js';
import { inTransaction, type Connection, type Dialect } from '../dialect.js';
import { insertInto, MAX_PREPARED_VALUES } from '../tables.js';
import { classify } from './errors.js';
import { createFile, obstacleToWrites, requireFile, withPlace } from './file.js';

interface SqliteOptions extends Pick<StorageOptions, 'create' | 'onCreate'> {
  /** The absolute path of the file. If it may be created, so are its folders. If not, it also keeps its journal mode. */
  readonly path: string;
}

/** This takes the write lock immediately. A transaction that requested the lock after a read could only be refused. */
const BEGIN = ['BEGIN IMMEDIATE'];

/** Returns the dialect of SQLite, which runs in this process with one connection to one file. */
export function sqliteDialect({ path, create = true, onCreate }: SqliteOptions): Dialect {
  let query: Connection['query'] | undefined;
  return {
    // There is only one connection: a statement that is sent while a transaction is open becomes part of it and is
    // undone with it.
    poolSize: 1,
    async dataSourceOptions() {
      if (create && (await createFile(path))) onCreate?.();
      requireFile(path);
      const obstacle = create ? obstacleToWrites(path) : undefined;
      if (obstacle) throw obstacle;
      return {
        type: 'better-sqlite3',
        database: path,
        fileMustExist: true,
        timeout: 0, // SQLite would block the program while another one writes. Instead, the call is repeated.
        prepareDatabase(handle: BetterSqlite3.Database) {
          prepareDatabase(handle, create);
          query = queryOf(handle);
        },
      };
    },
    connectionOf(runner) {
      if (query === undefined) throw new Error('the file is not open');
      // SQLite itself has undone a transaction that cannot be rolled back (https://sqlite.org/lang_transaction.html).
      return { runner, openedAt: Infinity, query, discard() {} };
    },
    begin: BEGIN,
    beginSnapshot: ['BEGIN'],
    unixTime: 'unixepoch()',
    lockRow: '',
    byStatus: 'INDEXED BY pets_status_id',

    classify,
    describe: (error) => withPlace(error, path),

    // There is one writer at a time, so rows become visible in the order of their ids.
    async insertInOrder(connection, table, rows) {
      const text = insertInto(table, rows.length);
      const { lastInsertRowid } = await connection.query<BetterSqlite3.RunResult>(text, rows.flat());
      // AUTOINCREMENT increases the id by one from row to row.
      return rows.map((_, at, { length }) => BigInt(lastInsertRowid) - BigInt(length - 1 - at));
    },
    // AUTOINCREMENT records the greatest id that the table ever had (https://sqlite.org/autoinc.html).
    async lastId(connection, table) {
      const text = 'SELECT seq FROM sqlite_sequence WHERE name = ?';
      const [row] = await connection.query<{ seq: bigint }[]>(text, [table]);
      return row?.seq ?? 0n;
    },
    reserveIds: (table, last) => [
      `DELETE FROM sqlite_sequence WHERE name = '${table}'`, // The table has no unique name that an upsert could use.
      `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${last})`,
    ],
    // Schema changes are transactional in SQLite, so the write lock is the migration lock.
    whileMigrating: (connection, work) => inTransaction(connection, BEGIN, work),
    migrations: join(import.meta.dirname, 'migrations'),
  };
}

function prepareDatabase(handle: BetterSqlite3.Database, create: boolean): void {
  handle.defaultSafeIntegers(true);
  handle.pragma(create ? 'journal_mode = WAL' : 'schema_version'); // Either statement reads the file.
  // In WAL mode, only FULL makes a commit survive a loss of power.
  handle.pragma('synchronous = FULL');
  // The commit that fills the WAL to this many pages of 4 KiB copies them to the file, and blocks the program meanwhile.
  // The default is four times as much.
  handle.pragma('wal_autocheckpoint = 250');
}

/** Returns a function that sends a statement and resolves to the rows, or to better-sqlite3's RunResult. */
function queryOf(handle: BetterSqlite3.Database): Connection['query'] {
  const prepared = new Map<string, BetterSqlite3.Statement>();
  return async <T>(text: string, values: unknown[] = []) => {
    try {
      const known = prepared.get(text);
      const statement = known ?? handle.prepare(text);
      if (known === undefined && values.length <= MAX_PREPARED_VALUES) prepared.set(text, statement);
      // The caller knows the result of its statement.
      return (statement.reader ? statement.all(...values) : statement.run(...values)) as T;
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error); // better-sqlite3 throws nothing else.
    }
  };
}
