import type { RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import type { Finding } from '../../../domain/ports/store.js';
import type { Errors } from './errors.js';
import type { Ddl } from './tables.js';

export interface Connection {
  /** The connections of a pool have ascending numbers, in the order in which they were opened. */
  readonly number: number;
  /** Sends one statement, whose placeholders are `?`. Resolves to the rows, or to the driver's result of a statement without rows. */
  query<T>(text: string, values?: unknown[]): Promise<T>;
  /** Closes the connection without waiting for the engine, so that its statement fails and nothing uses it again. */
  discard(): void;
  /** Gives the connection back. A connection that was discarded may be released, too. */
  release(): void | Promise<void>;
}

/** A connection with the query runner of TypeORM that owns it, for migrations and the entity manager. */
export interface ManagedConnection extends Connection {
  readonly runner: QueryRunner;
}

/** The connections of an engine, which TypeORM opens and closes. */
export interface Pool {
  /** The most connections at a time. */
  readonly size: number;
  /** Options for TypeORM. Loads the driver, so that a program loads only the one it uses. */
  dataSourceOptions(): Promise<DataSourceOptions>;
  /** Takes a connection. Rejects with an error of the driver. @param source what TypeORM opened with `dataSourceOptions` */
  acquire(source: DataSource): Promise<Connection>;
  /** A connection that TypeORM holds, and releases. @param connection what `QueryRunner.connect` resolves to */
  connectionOf(connection: unknown): Connection;
}

export interface Insertion {
  /** The statement up to `VALUES`. */
  readonly into: string;
  readonly rows: readonly (readonly unknown[])[];
}

/** The class of rate-limiter-flexible for an engine. */
export type Limiter = new (
  options: ConstructorParameters<typeof RateLimiterStoreAbstract>[0] & { readonly clearExpiredByTimeout: boolean },
) => RateLimiterStoreAbstract;

/** The differences between the engines. */
export interface Dialect extends Errors {
  readonly pool: Pool;
  /** Rejects with DomainError `unavailable` when the program cannot work with this version of the engine. */
  verify?(source: DataSource): Promise<void>;
  /** How often a call is repeated at most; absent where only its time limits that. */
  readonly maxRepetitions?: number;
  /** Counts attempts for all replicas; absent for an engine that one process serves, whose memory sees every attempt. */
  readonly limiter?: Limiter;
  /** Opens a transaction that writes. */
  readonly begin: string;
  /** Opens a transaction that only reads, and reads one snapshot. */
  readonly beginSnapshot: readonly string[];
  /** Follows `FROM pets` and forces the index `pets_status_id`; empty where settings of the session force it. */
  readonly byStatus: string;
  /**
   * Inserts at least one row in one transaction, and resolves to the ids that the engine generates for them, ascending.
   * Rows become visible in ascending order of id, whichever program inserts them: a lock that every program takes before an
   * id is drawn is held until the commit.
   * @param references as many rows for another table, inserted in the same transaction; each leaves out its first column,
   * which is the id of the row at the same place
   */
  insertAll(connection: Connection, rows: Insertion, references?: Insertion): Promise<bigint[]>;
  /** A statement. The `id` of its first row is at least every id that the table ever had; no row: it never had one. */
  lastId(table: string): string;
  /** Reads that row, where it has another form. */
  lastIdOf?(row: Readonly<Record<string, unknown>>): bigint;
  /** The statements that make every later id greater than `last`, which is positive and not less than the last id. */
  reserveIds(table: string, last: bigint): string[];
  /**
   * Does the work under a lock, in one transaction where schema changes are part of one. Rejects when another program
   * holds the lock, by an error that means `contended`, or with DomainError `unavailable` after this time.
   */
  whileMigrating<T>(connection: ManagedConnection, work: () => Promise<T>, timeoutMs: number): Promise<T>;
  /** Rejects with TransientError when the store refuses every write; absent where that never happens by itself. */
  checkWritable?(runner: QueryRunner): Promise<void>;
  /**
   * Whether the next write may be refused for a fault that no other instance could mend, as far as that shows without a
   * write; absent where it does not show. Only a write can tell for sure.
   */
  mayRefuseWrites?(): boolean;
  /** The expression for the clock of the engine, in milliseconds since 1970; absent where it uses the clock of this process. */
  readonly clock?: string;
  /** The checks of `doctor` that only this engine has. */
  diagnose(runner: QueryRunner): Promise<Finding[]>;
  readonly ddl: Ddl;
}
