import type { DataSourceOptions, MigrationInterface, QueryRunner } from 'typeorm';
import type { DriverError, Errors } from './failures.js';

/** A connection to a database, in terms that all engines share. */
export interface Connection {
  /** When the connection was opened, on the clock of performance.now(). It is Infinity for one that is never lost. */
  readonly openedAt: number;
  /**
   * Sends one statement, whose placeholders are `?`. Resolves to the rows, or to the driver's result for a statement
   * that returns no rows.
   */
  query<T>(text: string, values?: unknown[]): Promise<T>;
  /** Closes the connection without waiting for the engine, so that its statement fails and nothing uses it again. */
  discard(): void;
  /** The query runner of TypeORM that holds the connection, for migrations. */
  readonly runner: QueryRunner;
}

/**
 * Does the work in a transaction. TypeORM's own transaction leaves later ones open after an engine has ended one by
 * itself, as it does when the disk is full.
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
    // The first error is the cause. The error of the rollback only follows from it.
    await connection.query('ROLLBACK').catch(() => connection.discard());
    throw error;
  }
}

/**
 * What one engine does in its own way, in groups by what calls it. The statements that all engines share also assume
 * that an engine has placeholders `?`, takes `DELETE … ORDER BY … LIMIT`, and lets an INSERT give an id that it would
 * generate, above which it then generates the later ones even if the row is deleted.
 */
export interface Dialect {
  /** `ConnectionPool` calls it. */
  readonly connections: Connections;
  /** `translate` calls it, for every error. */
  readonly errors: Errors;
  /** Repositories and maintenance write their statements with it. */
  readonly sql: Sql;
  /** Migrations, `copy` and probes use it. */
  readonly schema: SchemaChanges;
  /** Probes and `doctor` call it. */
  readonly checks: Checks;
}

/** The connections of an engine, which TypeORM opens and closes. */
export interface Connections {
  /** The most connections at a time. */
  readonly size: number;
  /**
   * Returns the options for TypeORM, with the entities. It loads the driver, so that a program loads only the one that
   * it uses.
   */
  dataSourceOptions(): Promise<DataSourceOptions>;
  /**
   * Returns the connection that a query runner holds and releases, prepared for statements.
   * @param held what its `connect` resolves to
   */
  connectionOf(runner: QueryRunner, held: unknown): Connection;
  /** Closes all connections without waiting for the engine. It does nothing for an engine whose calls block. */
  cutAll(): void;
}

/** A table with the names of its columns. The first one is the primary key, and is `id` if the engine generates it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

interface Sql {
  /** The statements that open a transaction that writes. */
  readonly begin: readonly string[];
  /** The statements that open a transaction that only reads, and reads one snapshot. */
  readonly beginSnapshot: readonly string[];
  /**
   * The SQL at the end of a SELECT that locks the row which it finds until the transaction ends. It is empty for an
   * engine where `begin` has locked everything.
   */
  readonly lockRow: string;
  /** The SQL that follows `FROM pets` and forces the index `pets_status_id`. */
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
  /** Whether a statement failed with this error because a row has the primary key of another one. */
  repeatsPrimaryKey(error: DriverError): boolean;
}

interface SchemaChanges {
  /** The migrations for TypeORM, oldest first. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /**
   * Does the work while it holds the migration lock, in one transaction if the schema changes of the engine are
   * transactional. If another program holds the lock, rejects with an error that means `contended`.
   */
  whileMigrating<T>(connection: Connection, work: () => Promise<T>): Promise<T>;
  /**
   * Resolves to a number that no id of the table ever exceeded, including the ids of rows that were removed since. It
   * is 0 if the table never had a row.
   */
  lastId(connection: Connection, table: string): Promise<bigint>;
  /** Expressions of SQL that read the tables which are no entities, for probes. */
  readonly furtherReads: readonly string[];
}

interface Checks {
  /** Rejects with DatabaseUnavailable while the database is on a server that is read-only. */
  requireWritable(connection: Connection): Promise<void>;
  /** Reads the whole database, if the program can do so. Rejects with an error of the engine that means damage. */
  checkAll(connection: Connection): Promise<void>;
}
