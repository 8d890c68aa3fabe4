import { statSync, type BigIntStats } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { QueryFailedError } from 'typeorm';
import type { Connection } from '../execution/dialect.js';
import { driverErrorOf, kindOf, type DriverError } from '../execution/failures.js';
import { ERRORS } from './error-codes.js';
import { withPlace } from './file.js';

/** How often the file is compared with the one that was opened, in milliseconds. Requests pay nothing for it. */
const INTERVAL_MS = 1_000;

/** How many statements are kept prepared, such as those for batches of the latest sizes. This bounds their memory. */
const MAX_PREPARED = 100;

/**
 * The file of a database while it is open. After two events SQLite refuses every write until the next start, because
 * writes would be lost or do damage, and still answers reads:
 *
 * - The file was removed, moved or replaced. In its other journal modes, SQLite compares the file before each transaction
 *   that writes. In WAL mode it writes into a file without a name, which the system removes when the process ends.
 * - A statement has found a damaged page. A later write could use pages that only seem to be free.
 */
export class OpenFile {
  readonly query: Connection['query'];
  private readonly timer: NodeJS.Timeout;
  private refusal: DriverError | undefined;

  constructor(
    private readonly handle: BetterSqlite3.Database,
    private readonly path: string,
  ) {
    this.query = queryOf(handle);
    const opened = statSync(path, { bigint: true });
    this.timer = setInterval(() => this.compare(opened), INTERVAL_MS).unref();
  }

  /** Adds the path to an error of SQLite, and replaces a refused write by the reason of the refusal. */
  explain(error: DriverError): DriverError {
    const described = withPlace(error, this.path);
    if (kindOf(error, ERRORS).means === 'damaged') this.refuseWrites(described);
    return (error.code === 'SQLITE_READONLY' ? this.refusal : undefined) ?? described;
  }

  private compare(opened: BigIntStats): void {
    if (!this.handle.open) clearInterval(this.timer);
    else if (!isInPlace(this.path, opened)) {
      const message = `${this.path} was removed, moved or replaced while it was open`;
      this.refuseWrites({ code: 'SQLITE_READONLY_DBMOVED', message, fatal: false });
    }
  }

  private refuseWrites(reason: DriverError): void {
    this.refusal ??= reason;
    if (this.handle.open) this.handle.pragma('query_only = 1');
  }
}

function isInPlace(path: string, { dev, ino }: BigIntStats): boolean {
  try {
    const found = statSync(path, { bigint: true });
    return found.dev === dev && found.ino === ino && found.nlink > 0n; // A mounted file can have lost its only name.
  } catch (error) {
    return driverErrorOf(error).code === 'EACCES'; // Its folder was closed to this process, which still has it open.
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
