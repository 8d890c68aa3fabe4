import { resolve } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { Dialect } from '../dialect.js';
import { driverErrorOf, type DriverError, type Fault } from '../errors.js';
import { sqliteDdl } from './ddl.js';
import { diagnoseSqlite } from './diagnosis.js';
import { inTransaction, insert, insertInTurn } from '../statements.js';
import { createFile, requireFile } from './file.js';

export interface SqliteOptions {
  /** The file. Created when it is missing, with its folders. */
  readonly path: string;
  /** False: a missing file is an error, and a file keeps its journal mode, so that a command that reads changes nothing. */
  readonly create?: boolean | undefined;
}

/** How long one attempt waits for another program's write, in milliseconds. SQLite blocks the whole program meanwhile. */
const BUSY_TIMEOUT_MS = 100;

/** Takes the write lock at once: a transaction that asked for it after a read could only be refused. */
const BEGIN = 'BEGIN IMMEDIATE';

export function sqliteDialect({ path, create = true }: SqliteOptions): Dialect {
  const database = resolve(path);
  return {
    // A statement that is sent while a transaction is open becomes part of it and is undone with it.
    connections: 1,
    begin: BEGIN,
    beginSnapshot: ['BEGIN'],
    byStatus: 'INDEXED BY pets_status_id',
    inUnion: (select) => `SELECT * FROM (${select})`,

    async dataSourceOptions() {
      if (create) await createFile(database);
      await requireFile(database);
      return {
        type: 'better-sqlite3',
        database,
        fileMustExist: true,
        timeout: BUSY_TIMEOUT_MS,
        prepareDatabase: (handle: BetterSqlite3.Database) => prepareDatabase(handle, create),
      };
    },

    classify,

    send: (runner, _, text, values) => runner.query(text, values),

    discard() {}, // SQLite itself has undone a transaction that cannot be rolled back (https://sqlite.org/lang_transaction.html)

    // There is one writer at a time, so rows become visible in the order of their ids.
    insertAll: insertInTurn(BEGIN, async (connection, rows) => {
      // TypeORM gives the lastInsertRowid of every INSERT. AUTOINCREMENT adds one from row to row.
      const last = await insert<bigint>(connection, rows);
      return rows.rows.map((_, at) => last - BigInt(rows.rows.length - 1 - at));
    }),
    // AUTOINCREMENT keeps the greatest id that the table ever had (https://sqlite.org/autoinc.html).
    lastId: (table) => `SELECT seq AS id FROM sqlite_sequence WHERE name = '${table}'`,
    reserveIds: (table, last) => [
      `DELETE FROM sqlite_sequence WHERE name = '${table}'`, // it has no unique name to update
      `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${last})`,
    ],
    // Schema changes are transactional here, so the write lock is the migration lock.
    whileMigrating: (connection, work) => inTransaction(connection, BEGIN, work),
    diagnose: (runner) => diagnoseSqlite(runner, database),
    ddl: sqliteDdl,
  };
}

/** SQLite refines its codes at the end: SQLITE_IOERR_WRITE is an SQLITE_IOERR. */
function classify({ code, message }: DriverError): Fault | undefined {
  if (/^SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)$/.test(code)) return 'duplicate';
  if (/^SQLITE_(?:BUSY|LOCKED)(?:_|$)/.test(code)) return 'contended';
  if (/^SQLITE_(?:CANTOPEN|FULL|IOERR|NOMEM|PROTOCOL|READONLY)(?:_|$)/.test(code)) return 'unavailable';
  return message.startsWith('no such table: ') ? 'unavailable' : undefined; // the schema has not been migrated yet
}

function prepareDatabase(handle: BetterSqlite3.Database, create: boolean): void {
  handle.defaultSafeIntegers(true);
  try {
    handle.pragma(create ? 'journal_mode = WAL' : 'schema_version'); // either reads the file
  } catch (error) {
    if (driverErrorOf(error).code !== 'SQLITE_NOTADB') throw error;
    throw new Error(`${handle.name} is not an SQLite database`, { cause: error });
  }
  // In WAL mode only FULL makes a commit survive a loss of power.
  handle.pragma('synchronous = FULL');
}
