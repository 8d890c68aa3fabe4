import { statSync, type BigIntStats } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { QueryFailedError } from 'typeorm';
import type { Connection } from '../execution/dialect.js';
import { driverErrorOf, type DriverError } from '../execution/failures.js';
import { isDamage } from './error-codes.js';
import { targetOf, withPlace } from './file.js';

/** How often the files are compared with those that were opened, in milliseconds. Requests pay nothing for it. */
const INTERVAL_MS = 1_000;

/** How many statements are kept prepared, such as those for batches of the latest sizes. This bounds their memory. */
const MAX_PREPARED = 100;

/**
 * The file of a database for as long as it is open. SQLite refuses every write, and answers reads, while what it writes
 * would be lost:
 *
 * - The file, its WAL or its shared memory was removed, moved or replaced. In its other journal modes, SQLite compares
 *   the file before each transaction that writes. In WAL mode it writes into a file without a name, which the system
 *   removes when the process ends.
 * - A statement has found a damaged page. A later write could use pages that only seem to be free.
 */
export class OpenFile {
  readonly query: Connection['query'];
  private readonly timer: NodeJS.Timeout;
  private readonly identities = new Map<string, Identity>();
  private moved: DriverError | undefined;
  /** It is kept until the next start, because SQLite finds damage only in the pages that a statement reads. */
  private damage: DriverError | undefined;

  /** @param handle has read the file, so that its other files are open */
  constructor(
    private readonly handle: BetterSqlite3.Database,
    private readonly path: string,
  ) {
    this.query = queryOf(handle);
    for (const name of [path, `${targetOf(path)}-wal`, `${targetOf(path)}-shm`]) {
      const identity = identityOf(name);
      if (identity !== undefined) this.identities.set(name, identity);
    }
    this.timer = setInterval(() => this.compare(), INTERVAL_MS).unref();
  }

  /** Adds the path to an error of SQLite, and replaces a refused write by the reason of the refusal. */
  explain(error: DriverError): DriverError {
    const described = withPlace(error, this.path);
    if (isDamage(error)) {
      this.damage ??= described;
      this.setQueryOnly();
    }
    const isRefusal = error.code === 'SQLITE_READONLY';
    return (isRefusal ? (this.damage ?? this.moved) : undefined) ?? described;
  }

  private compare(): void {
    if (!this.handle.open) {
      clearInterval(this.timer);
      return;
    }
    const [lost] = [...this.identities].find(([name, identity]) => !isInPlace(name, identity)) ?? [];
    this.moved = lost === undefined ? undefined : movedError(lost);
    this.setQueryOnly();
    // A process that has opened the file since then has shared memory of its own, and may be writing to the same WAL.
    if (lost === undefined || lost.endsWith('-shm')) return;
    try {
      // This empties the WAL into the file that was opened, which may have got another name. At the next start, SQLite
      // would apply a WAL to the file that has replaced it.
      this.handle.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // A transaction is open, or the disk is full. The next comparison tries again.
    }
  }

  private setQueryOnly(): void {
    if (this.handle.open) this.handle.pragma(`query_only = ${this.damage || this.moved ? 1 : 0}`);
  }
}

/** What tells a file from every other one while it is open. */
type Identity = Pick<BigIntStats, 'dev' | 'ino'>;

function identityOf(file: string): Identity | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

function isInPlace(file: string, { dev, ino }: Identity): boolean {
  try {
    const found = statSync(file, { bigint: true });
    return found.dev === dev && found.ino === ino && found.nlink > 0n; // A mounted file can have lost its only name.
  } catch (error) {
    return driverErrorOf(error).code === 'EACCES'; // Its folder was closed to this process, which still has it open.
  }
}

function movedError(file: string): DriverError {
  const message = `${file} was removed, moved or replaced while it was open`;
  return { code: 'SQLITE_READONLY_DBMOVED', message, fatal: false };
}

/**
 * Whether no other process has the file open, which is in WAL mode. The system ends the locks of a process with it, so
 * a crash leaves no trace, as it would in a file with the id of a process.
 */
export function isAlone(handle: BetterSqlite3.Database): boolean {
  handle.pragma('locking_mode = EXCLUSIVE');
  try {
    handle.exec('BEGIN EXCLUSIVE; COMMIT'); // SQLite gives this lock only if there is no other connection.
    return true;
  } catch (error) {
    if (driverErrorOf(error).code !== 'SQLITE_BUSY') throw error;
    return false;
  } finally {
    handle.pragma('locking_mode = NORMAL');
    handle.pragma('schema_version'); // This read gives the lock back.
  }
}

/** Returns a function that sends a statement and resolves to the rows, or to better-sqlite3's RunResult. */
function queryOf(handle: BetterSqlite3.Database): Connection['query'] {
  const memoMethod = (text: string) => handle.prepare(text);
  const prepared = new LRUCache<string, BetterSqlite3.Statement>({ max: MAX_PREPARED, memoMethod });
  return async <T>(text: string, values: unknown[] = []) => {
    try {
      const statement = prepared.memo(text);
      // The caller knows the result of its statement.
      return (statement.reader ? statement.all(...values) : statement.run(...values)) as T;
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error); // better-sqlite3 throws nothing else.
    }
  };
}
