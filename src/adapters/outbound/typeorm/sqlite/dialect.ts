import { existsSync } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import type { QueryRunner } from 'typeorm';
import { MIGRATION_PATIENCE, type Dialect } from '../dialect.js';
import { isContended } from '../errors.js';

export interface SqliteOptions {
  readonly kind: 'sqlite';
  /** The file. Created when it is missing, with its folders. */
  readonly path: string;
  /** False: a missing file is an error. */
  readonly create?: boolean | undefined;
}

/**
 * How long one attempt waits for another program's write, in milliseconds. SQLite waits with the whole program, so this
 * is short; further attempts follow (see Database).
 */
const BUSY_TIMEOUT = 100;

/** Between two attempts to get the migration lock, in milliseconds. */
const MIGRATION_PAUSE = 50;

/** SQLite in one file, through better-sqlite3. */
export function sqliteDialect({ path, create = true }: SqliteOptions): Dialect {
  return {
    shared: true,
    connections: 1,
    // Takes the write lock first: a transaction that asked for it after a read could only be refused.
    begin: 'BEGIN IMMEDIATE',
    byStatus: 'INDEXED BY pets_status_id',

    async connection() {
      const file = resolve(path);
      if (create) await createFile(file);
      else if (!existsSync(file)) throw new Error(`there is no file ${file}`);
      return { type: 'better-sqlite3', database: path, fileMustExist: true, timeout: BUSY_TIMEOUT, prepareDatabase };
    },

    send: (source, text, values) => source.query<unknown>(text, values),

    insertedId: (result) => result as bigint, // the lastInsertRowid that TypeORM gives for every INSERT

    // One statement holds the write lock, and AUTOINCREMENT adds one from row to row (https://sqlite.org/autoinc.html).
    async insertAll(runner, into, rows) {
      const last = (await runner.query(`${into} VALUES ${rows.map(places).join(', ')}`, rows.flat())) as bigint; // as above
      return rows.map((_, at) => last - BigInt(rows.length - 1 - at));
    },

    // SQLite itself has undone a transaction that cannot be rolled back (https://sqlite.org/lang_transaction.html).
    async discard() {},

    // better-sqlite3 answers before anybody could lose patience; what takes time is another program's write (BUSY_TIMEOUT).
    async cut() {},

    async whileMigrating(runner, work) {
      await beginPatiently(runner);
      try {
        const result = await work();
        await runner.query('COMMIT');
        return result;
      } catch (error) {
        await runner.query('ROLLBACK').catch(() => undefined); // the error that led here says more
        throw error;
      }
    },
  };
}

/** Creates the file and its folders for their owner alone. SQLite would use the umask; its other files copy this mode. */
async function createFile(path: string): Promise<void> {
  try {
    await createFolder(dirname(path));
    await (await open(path, 'a', 0o600)).close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const owner = hasCode(error, 'EACCES') ? await ownerOf(path) : '';
    throw new Error(`cannot create ${path}: ${reason}${owner}`, { cause: error });
  }
}

/** Who owns the path, or the folder in which its first part is missing: a volume often belongs to another user. */
async function ownerOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return dirname(path) === path ? '' : ownerOf(dirname(path));
  return `; ${path} belongs to user ${found.uid}, and this process is user ${process.geteuid?.() ?? 'unknown'}`;
}

/** Not `recursive`: where a file system refuses new folders with ENOENT, as /proc does, Node would try without end. */
async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, 0o700);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    await createFolder(dirname(path));
    await mkdir(path, 0o700).catch((failure: unknown) => {
      if (!hasCode(failure, 'EEXIST')) throw failure; // another process created it meanwhile
    });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

function places(row: readonly unknown[]): string {
  return `(${row.map(() => '?').join(', ')})`;
}

function prepareDatabase(handle: BetterSqlite3.Database): void {
  handle.defaultSafeIntegers(true);
  handle.pragma('journal_mode = WAL');
  // In WAL mode only FULL makes a commit survive a loss of power.
  handle.pragma('synchronous = FULL');
}

/** Schema changes are transactional here, so the write lock is the migration lock. */
async function beginPatiently(runner: QueryRunner): Promise<void> {
  const deadline = performance.now() + MIGRATION_PATIENCE;
  for (;;) {
    try {
      await runner.query('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isContended(error) || performance.now() > deadline) throw error;
      await sleep(MIGRATION_PAUSE);
    }
  }
}
