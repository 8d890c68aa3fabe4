import type { Storage, StorageTarget } from '../../src/adapters/outbound/storage.js';
import type { MigrationInterface } from 'typeorm';
import { Database, type DatabaseOptions } from '../../src/adapters/outbound/typeorm/database.js';
import type { Dialect } from '../../src/adapters/outbound/typeorm/dialect.js';
import { migrationClass, type Migration } from '../../src/adapters/outbound/typeorm/tables.js';

/** A storage as tests run it. Everything that they need of an engine is in its file. */
export interface TestStorageKind<Target = TestTarget> {
  readonly name: string;
  readonly scope: StorageTarget['scope'];
  /** Why it cannot be had in this run. */
  readonly missing: string | undefined;
  /** A new store, which nothing has opened yet. */
  newTarget(): Promise<Target>;

  // Abilities, each absent from a storage that does not have it.

  /** The name that docs/operations has for it above its own statements. */
  readonly recipes?: string;
  /** A server of its own, with an empty database, that does not run yet. */
  newServer?(): Promise<DatabaseServer>;
  /** The URL by which a new user, who has only these rights on every table, reaches a store. */
  newUser?(url: string, rights: readonly string[], password?: string): Promise<string>;
}

/** A server that a test may kill, stall and start again; it keeps its data and its port. */
export interface DatabaseServer {
  /** The DATABASE_URL of the database. */
  readonly url: string;
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Ends it as a loss of power would, as far as the machine lives on. */
  kill(): Promise<void>;
  /** Makes it stand still, connections open, until it may go on. */
  stall(): void;
  goOn(): void;
  /** Ends it for good, and removes its data. */
  remove(): Promise<void>;
}

export interface TestTarget {
  /** The DATABASE_URL of it. */
  readonly url: string;
  /** Of a storage that generates no id from `nextId` on by `sql`. */
  readonly repositories?: (nextId: bigint) => Pick<Storage, 'pets' | 'accounts'>;
  readonly sql?: SqlAccess;
  drop(): Promise<void>;
}

export interface SqlTarget extends TestTarget {
  readonly sql: SqlAccess;
}

/** What tests do to a store on an SQL engine without the storage. */
export interface SqlAccess {
  /** Not connected yet. */
  newDatabase(settings?: DatabaseSettings, poolSize?: number): Database;
  /** The rows of one statement, on a connection of its own. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Their names. */
  tables(): Promise<string[]>;
  /** Inserts rows, at least one, and brings the statistics of the engine up to date. */
  fill(table: string, rows: readonly Record<string, unknown>[]): Promise<void>;
  setNextId(table: string, id: bigint): Promise<void>;
  /** How many rows, or pages, the engine reads for a call on a database of one connection. */
  readsOf(database: Database, call: () => Promise<unknown>): Promise<number>;
  /** Refuses to delete a row of the table from now on. */
  forbidDeletion(table: string): Promise<void>;
  /** Delays the commit of each animal of this name, once it has an id; absent where there is one writer at a time. */
  delayCommitsOf?(name: string): Promise<void>;
  /** Lets no write of a program begin until the returned function is called. */
  hold(): Promise<() => Promise<void>>;
  /** Ends every connection of programs, where there is a server. */
  cut(): Promise<void>;
}

export interface DatabaseSettings extends DatabaseOptions {
  /** Those of another version. */
  readonly migrations?: readonly (Migration | (new () => MigrationInterface))[];
}

export function newDatabase(dialect: Dialect, { migrations, ...options }: DatabaseSettings = {}): Database {
  const classes = migrations?.map((each) => (typeof each === 'function' ? each : migrationClass(each, dialect.ddl)));
  const dataSourceOptions = async () => ({
    ...(await dialect.dataSourceOptions()),
    ...(classes && { migrations: classes }),
  });
  return new Database({ ...dialect, dataSourceOptions }, options);
}
