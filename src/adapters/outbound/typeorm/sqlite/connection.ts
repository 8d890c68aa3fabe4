import type BetterSqlite3 from 'better-sqlite3';
import { QueryFailedError, type QueryRunner } from 'typeorm';
import type { Connection } from '../dialect.js';
import { MAX_PREPARED_VALUES } from '../statements.js';

/** The most statements that are kept prepared. */
const MAX_PREPARED = 100;

/** The open file, with the statements that are kept prepared. */
export class SqliteFile {
  private readonly prepared = new Map<string, BetterSqlite3.Statement>();

  constructor(private readonly handle: BetterSqlite3.Database) {}

  /** Sends a statement. Resolves to the rows, or to better-sqlite3's RunResult. */
  async query<T>(text: string, values: unknown[] = []): Promise<T> {
    try {
      const statement = this.prepare(text, values.length);
      // The caller knows the result of its statement.
      return (statement.reader ? statement.all(...values) : statement.run(...values)) as T;
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error); // better-sqlite3 throws nothing else.
    }
  }

  private prepare(text: string, values: number): BetterSqlite3.Statement {
    const known = this.prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.handle.prepare(text);
    if (values <= MAX_PREPARED_VALUES && this.prepared.size < MAX_PREPARED) this.prepared.set(text, statement);
    return statement;
  }
}

/** Returns the one connection to the file. */
export function connectionTo(file: SqliteFile, runner: QueryRunner): Connection {
  return {
    runner,
    number: 1,
    query: (text, values) => file.query(text, values),
    // SQLite itself has undone a transaction that cannot be rolled back (https://sqlite.org/lang_transaction.html).
    discard() {},
  };
}
