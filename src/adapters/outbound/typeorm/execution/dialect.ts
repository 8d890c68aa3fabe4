import type { DataSourceOptions, MigrationInterface, QueryRunner } from 'typeorm';
import type { DriverError, Errors } from './failures.js';

export interface Connection {
  /**
   * Sends one statement, whose placeholders are `?`. Resolves to the rows, or to the driver's result for a statement
   * that returns no rows.
   */
  query<T>(text: string, values?: unknown[]): Promise<T>;
  /**
   * Closes the connection without waiting for the engine.
   * @param withOthers whether to close those that are open, too, before their next use: they may lead to the same server,
   * and their reads would be stale
   */
  discard(withOthers?: boolean): void;
  readonly runner: QueryRunner;
}

/**
 * TypeORM's own transaction leaves later ones open after an engine has ended one by itself, as when the disk is full.
 */
export async function inTransaction<T>(
  connection: Pick<Connection, 'query' | 'discard'>,
  begin: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    for (const statement of begin) await connection.query(statement);
    const result = await work();
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => connection.discard());
    throw error;
  }
}

/**
 * What one engine does in its own way, in groups by what calls it. The statements that all engines share also assume
 * that an engine has placeholders `?`, takes `DELETE … ORDER BY … LIMIT`, and lets an INSERT name the id. Ids that the
 * engine generates after that are above it, even if the row is deleted.
 */
export interface Dialect {
  readonly connections: Connections;
  readonly errors: Errors;
  readonly sql: Sql;
  /** Migrations, `copy` and probes use it. */
  readonly schema: SchemaChanges;
  readonly checks: Checks;
}

export interface Connections {
  readonly size: number;
  /** Loads the driver, so that a program loads only the one that it uses. */
  dataSourceOptions(): Promise<DataSourceOptions>;
  /** @param held what the `connect` of the runner resolves to */
  connectionOf(runner: QueryRunner, held: unknown): Connection;
  /** Closes all connections without waiting for the engine, unless its calls block. */
  cutAll(): void;
}

/** A table with the names of its columns. The first one is the primary key, and is `id` if the engine generates it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

interface Sql {
  readonly begin: readonly string[];
  /** For a transaction that only reads, and reads one snapshot. */
  readonly beginSnapshot: readonly string[];
  /** Ends a SELECT that locks its row until the transaction ends. Empty where `begin` has locked everything. */
  readonly lockRow: string;
  /** Follows `FROM pets`, and forces the index `pets_status_id`. */
  readonly byStatus: string;
  /**
   * The statement that counts an attempt in the table `tries`, for all replicas. Its values are the key, the end of a
   * period that would begin now, the present time, the present time again, and that end again. It is absent for an
   * engine that only one process uses, because that process can count every attempt in its memory.
   */
  readonly countAttempt?: string;
  /**
   * Inserts rows, at least one, and resolves to their ids, in the same order. There are fewer ids than rows if the engine
   * does not report the id of each row. Rows become visible in ascending order of id, whichever instance inserts them:
   * the statement takes a lock before it draws an id, and the lock lasts until the commit.
   */
  insertInOrder(connection: Connection, table: Table, rows: readonly unknown[][]): Promise<bigint[]>;
  /** Reads the number of rows in the driver's result of a statement that inserts them. */
  countInserted(result: unknown): number;
  /**
   * How many rows a statement of a purge deletes, and how much of the time of its connection the purge takes at most.
   * Both are smaller if requests share that connection.
   */
  readonly purge: { readonly rows: number; readonly share: number };
  repeatsPrimaryKey(error: DriverError): boolean;
}

interface SchemaChanges {
  /** Oldest first. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /**
   * Does the work while it holds the migration lock, in one transaction if the schema changes of the engine are
   * transactional. If another program holds the lock, rejects with an error that means `contended`.
   */
  whileMigrating<T>(connection: Connection, work: () => Promise<T>): Promise<T>;
  /**
   * Resolves to a number that no id of the table ever exceeded, also of rows that were removed. It is 0 if there never
   * was one.
   */
  lastId(connection: Connection, table: string): Promise<bigint>;
  /** Expressions of SQL that read the tables which are no entities, for probes. */
  readonly furtherReads: readonly string[];
}

interface Checks {
  /** Rejects with DatabaseUnavailable while the server is read-only. */
  requireWritable(connection: Connection): Promise<void>;
  /** Reads the whole database, if the program can do so. Rejects with an error of the engine that means damage. */
  checkAll(connection: Connection): Promise<void>;
}
