import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import type { Finding } from '../storage.js';
import type { Classify } from './errors.js';
import type { Ddl } from './tables.js';

/** How long a program waits for another one that migrates the same store, in milliseconds. */
export const MIGRATION_TIMEOUT_MS = 60_000;

export interface Connection {
  readonly runner: QueryRunner;
  /** Sends one statement. Resolves to the result of TypeORM's query runner; rejects with its errors. */
  query<T>(text: string, values?: unknown[]): Promise<T>;
  /** Closes the connection without waiting for the engine, so that nothing uses it again. As `Dialect.discard`. */
  discard(alsoOlder?: boolean): void;
}

export interface Insertion<Row = readonly unknown[]> {
  /** The statement up to `VALUES`. */
  readonly into: string;
  readonly rows: readonly Row[];
}

/** A row that begins with the id of another one. */
export interface Reference {
  /** The place of the other one among the rows inserted with it. */
  readonly row: number;
  readonly values: readonly unknown[];
}

/** The class of rate-limiter-flexible for an engine. */
export type Limiter = new (
  options: ConstructorParameters<typeof RateLimiterStoreAbstract>[0] & { readonly clearExpiredByTimeout: boolean },
) => RateLimiterStoreAbstract;

/** The differences between the engines. */
export interface Dialect {
  /** Options for TypeORM. Loads the driver, so that a program loads only the one it uses. */
  dataSourceOptions(): Promise<DataSourceOptions>;
  readonly classify: Classify;
  /** Rejects with DomainError `unavailable` when the program cannot work with this version of the engine. */
  verify?(source: DataSource): Promise<void>;
  /** The size of the pool, or 1 for an engine with one connection, which blocks this program while it waits for a lock. */
  readonly connections: number;
  /** Counts attempts for all replicas; absent for an engine that one process serves, whose memory sees every attempt. */
  readonly limiter?: Limiter;
  /** Opens a transaction that writes. */
  readonly begin: string;
  /** Opens a transaction that only reads, and reads one snapshot. */
  readonly beginSnapshot: readonly string[];
  /** Follows `FROM pets` and forces the index `pets_status_id`; empty where settings of the session force it. */
  readonly byStatus: string;
  /** A SELECT that ends with ORDER BY and LIMIT, as a part of a UNION ALL. */
  inUnion(select: string): string;
  /** Sends a statement, whose placeholders are `?`. @param connection the result of `QueryRunner.connect` */
  send<T>(runner: QueryRunner, connection: unknown, text: string, values: unknown[]): Promise<T>;
  /** Closes a connection at once, and its statement fails. @param alsoOlder also those opened before it, once no call uses them */
  discard(connection: unknown, alsoOlder: boolean): void;
  /**
   * Inserts at least one row, and rows that refer to them, in one transaction; resolves to the ids of the former, ascending.
   * Rows become visible in ascending order of id, whichever program inserts them.
   */
  insertAll(connection: Connection, rows: Insertion, references?: Insertion<Reference>): Promise<bigint[]>;
  /** A statement. The `id` of its first row is at least every id that the table ever had; no row: it never had one. */
  lastId(table: string): string;
  /** Reads that row, where it has another form. */
  lastIdOf?(row: Readonly<Record<string, unknown>>): bigint;
  /** The statements that make every later id greater than `last`, which is positive and not less than the last id. */
  reserveIds(table: string, last: bigint): string[];
  /**
   * Does the work under a lock, in one transaction where schema changes are part of one. Rejects when another program
   * holds the lock, by an error that means `contended` or after MIGRATION_TIMEOUT_MS.
   */
  whileMigrating<T>(connection: Connection, work: () => Promise<T>): Promise<T>;
  /** Rejects with TransientError when the store refuses every write; absent where that never happens by itself. */
  checkWritable?(runner: QueryRunner): Promise<void>;
  /** Of a server: its clock in milliseconds since 1970, as an expression. */
  readonly clock?: string;
  /** The checks of `doctor` that only this engine has. */
  diagnose(runner: QueryRunner): Promise<Finding[]>;
  readonly ddl: Ddl;
}
