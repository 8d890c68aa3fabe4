import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { StorageOptions } from '../../storage.js';
import { inTransaction, type Dialect } from '../execution/dialect.js';
import { ENTITIES, insertInto } from '../schema/entities.js';
import { migrationsOf } from '../schema/migrations.js';
import { contentOf } from './content.js';
import { ERRORS } from './error-codes.js';
import { createFile, obstacleToWrites, requireFile, withPlace } from './file.js';
import { OpenFile } from './open-file.js';

interface SqliteOptions extends Pick<StorageOptions, 'create' | 'onCreate'> {
  /**
   * The absolute path of the file. With `create`, its folders are created as well. Without, the file keeps its journal
   * mode.
   */
  readonly path: string;
}

/** The most bytes of a WAL from which everything was copied to the file. */
const MAX_IDLE_WAL = 4 * 1024 * 1024;

/** This takes the write lock immediately. A transaction that requested the lock after a read could only be refused. */
const BEGIN = ['BEGIN IMMEDIATE'];

/** Returns the dialect of SQLite, which runs in this process with one connection to one file. */
export function sqliteDialect({ path, create = true, onCreate }: SqliteOptions): Dialect {
  let file: OpenFile | undefined;
  return {
    connections: {
      // There is only one connection: a statement that is sent while a transaction is open becomes part of it and is
      // undone with it.
      size: 1,
      async dataSourceOptions() {
        if (create && (await createFile(path))) onCreate?.();
        requireFile(path);
        const obstacle = create ? obstacleToWrites(path) : undefined;
        if (obstacle) throw obstacle;
        return {
          type: 'better-sqlite3',
          entities: ENTITIES,
          database: path,
          fileMustExist: true,
          timeout: 0, // SQLite would block the program while another one writes. Instead, the call is repeated.
          prepareDatabase(handle: BetterSqlite3.Database) {
            if (contentOf(handle) === 'other tables') {
              throw new Error(`${path} has only tables of another program; name another file`);
            }
            prepareDatabase(handle, create);
            file = new OpenFile(handle, path);
          },
        };
      },
      connectionOf(runner) {
        if (file === undefined) throw new Error('the file is not open');
        // SQLite itself has undone a transaction that cannot be rolled back (https://sqlite.org/lang_transaction.html).
        return { runner, query: file.query, discard() {} };
      },
      cutAll() {}, // A call blocks until it ends.
    },
    errors: { kinds: ERRORS, describe: (error) => file?.explain(error) ?? withPlace(error, path) },
    sql: {
      begin: BEGIN,
      beginSnapshot: ['BEGIN'],
      lockRow: '',
      byStatus: 'INDEXED BY pets_status_id',
      // There is one writer at a time, so rows become visible in the order of their ids.
      async insertInOrder(connection, table, rows) {
        const text = insertInto(table, rows.length);
        const { changes, lastInsertRowid } = await connection.query<BetterSqlite3.RunResult>(text, rows.flat());
        // AUTOINCREMENT increases the id by one from row to row.
        return Array.from({ length: changes }, (_, at) => BigInt(lastInsertRowid) - BigInt(changes - 1 - at));
      },
      countInserted: (result) => (result as BetterSqlite3.RunResult).changes, // This is the result of `run`.
      purge: { rows: 20, share: 1 / 4 },
      repeatsPrimaryKey: ({ code }) => code === 'SQLITE_CONSTRAINT_PRIMARYKEY',
    },
    schema: {
      migrations: migrationsOf(join(import.meta.dirname, 'migrations')),
      furtherReads: [],
      // Schema changes are transactional in SQLite, so the write lock is the migration lock.
      whileMigrating: (connection, work) => inTransaction(connection, BEGIN, work),
      // AUTOINCREMENT records the greatest id that the table ever had (https://sqlite.org/autoinc.html).
      async lastId(connection, table) {
        const text = 'SELECT seq FROM sqlite_sequence WHERE name = ?';
        const [row] = await connection.query<{ seq: bigint }[]>(text, [table]);
        return row?.seq ?? 0n;
      },
    },
    checks: {
      async requireWritable() {}, // There is no server.
      async checkAll(connection) {
        const [row] = await connection.query<{ quick_check: string }[]>('PRAGMA quick_check(1)');
        if (row?.quick_check === 'ok') return;
        throw Object.assign(new Error(row?.quick_check.replaceAll('\n', ' ')), { code: 'SQLITE_CORRUPT' });
      },
    },
  };
}

function prepareDatabase(handle: BetterSqlite3.Database, create: boolean): void {
  handle.defaultSafeIntegers(true);
  if (create) handle.pragma('journal_mode = WAL');
  handle.pragma('schema_version'); // This reads the file, which opens its WAL.
  // In WAL mode, only FULL makes a commit survive a loss of power.
  handle.pragma('synchronous = FULL');
  // The commit that fills the WAL to this many pages of 4 KiB copies them to the file, and blocks the program
  // meanwhile. The default is four times as much.
  handle.pragma('wal_autocheckpoint = 250');
  // While another program reads an old snapshot, the WAL grows. A commit after that cuts it to this many bytes.
  handle.pragma(`journal_size_limit = ${MAX_IDLE_WAL}`);
}
