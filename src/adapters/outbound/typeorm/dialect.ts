import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';

/** How long a program waits for another that is migrating the same store, in milliseconds. */
export const MIGRATION_PATIENCE = 60_000;

/** What really differs between the engines; everything else in this folder is one code for both. */
export interface Dialect {
  /** How TypeORM reaches the engine. Loads the driver, so that a program pays for the one it uses. */
  connection(): Promise<DataSourceOptions>;
  /**
   * Whether all statements share one connection. What is sent while a transaction is open on it becomes part of that
   * transaction and is undone with it, so there every statement and every transaction must wait its turn.
   */
  readonly shared: boolean;
  /** How many calls may use the store at a time: the most connections, or 1 where all share one. */
  readonly connections: number;
  /**
   * Sends one statement, in a transaction of its own, for what TypeORM's query runner gives; rejects with its errors.
   * @param held is told, once there is a connection, how to end whatever is under way on it; and of its end, by nothing.
   */
  send(source: DataSource, text: string, values: unknown[], held: (cut?: () => void) => void): Promise<unknown>;
  /** Opens a transaction. */
  readonly begin: string;
  /** Follows `FROM pets`: makes the engine walk the index `pets_status_id`, whatever its statistics say. */
  readonly byStatus: string;
  /** The id that the engine gave to the row just inserted, every digit of it. */
  insertedId(result: unknown): bigint;
  /**
   * Inserts rows, at least one, with one statement, for the ids that the engine gave to them, in their order.
   * @param into all before `VALUES`
   * @param rows as many values each; the first has a column that is NOT NULL
   */
  insertAll(runner: QueryRunner, into: string, rows: readonly (readonly unknown[])[]): Promise<bigint[]>;
  /** Sees to it that a connection whose transaction could not be rolled back never serves again. */
  discard(runner: QueryRunner): Promise<void>;
  /** Ends the connection without waiting for the engine: what is under way on it fails at once. */
  cut(runner: QueryRunner): Promise<void>;
  /**
   * Does the work while no other program migrates this store; lets go of the lock also where the work fails.
   * Rejects with DomainError `unavailable` where another program holds it for longer than MIGRATION_PATIENCE.
   */
  whileMigrating<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T>;
}
