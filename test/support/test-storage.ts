import type { Storage } from '../../src/adapters/outbound/storage.js';
import { Database, type DatabaseOptions } from '../../src/adapters/outbound/typeorm/execution/database.js';
import type { Dialect } from '../../src/adapters/outbound/typeorm/execution/dialect.js';

/**
 * A storage as tests run it. Its file contains everything that the tests need of an engine.
 *
 * Jest gives each test file, and what it imports, built-in classes of its own. So `instanceof Date`, `Error` or `Object` is
 * false in the storage as well as in its tests for what Node.js or a native module creates, such as the results of
 * `structuredClone` and `deserialize` of node:v8. `Array.isArray`, `types.isDate` of node:util and
 * `new Date(value)` work, and `toEqual` sees no difference.
 */
export interface TestStorageKind<Target = TestTarget> {
  readonly name: string;
  /** Whether several processes serve the store. */
  readonly isShared: boolean;
  /** Whether the data outlast the process. */
  readonly isDurable: boolean;
  /** Whether another process can open the store while this one has it open. */
  readonly admitsOthers: boolean;
  /** Why the storage is not available in this run. */
  readonly missing: string | undefined;
  /** Stores copy to each other if this names the same form of data. It is absent if nothing copies them. */
  readonly copies?: string;
  /** Creates a store, which nothing has opened yet. */
  newTarget(): Promise<Target>;
}

/** An SQL server, which checks the rights of users, and uses TLS with the certificate for servers of `tls.ts`. */
export interface ServerKind extends TestStorageKind<ServerTarget> {
  /** Creates a server of its own, with an empty database, that does not run yet. It keeps what it acknowledged. */
  newServer(): Promise<DatabaseServer>;
  /** The rights on a table by which a user may lock one of its rows. */
  readonly rightsToLock: readonly string[];
  /**
   * Creates a user who has only these rights, and returns the URL by which this user reaches a store.
   * @param rights the rights on every table, or on each one by its name
   * @param password the password of the user, who by default needs none
   */
  addUser(url: string, rights: Rights, password?: string): Promise<string>;
}

export type Rights = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** A server that a test may kill, stall and start again; it keeps its data and its port. */
export interface DatabaseServer {
  /** The DATABASE_URL of the database. */
  readonly url: string;
  /** Starts the server, also with these options. Resolves when it answers. */
  start(...options: string[]): Promise<void>;
  /** Shuts the server down. */
  stop(): Promise<void>;
  /** Ends the server as a loss of power would, except that the machine continues to run. */
  kill(): Promise<void>;
  /** Stalls the server with its connections open until it may continue. */
  stall(): void;
  resume(): void;
  /** Resolves to the rows of one statement of an administrator, who has a connection for it. */
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Makes the server refuse every write, or accept writes again. */
  setReadOnly(isReadOnly: boolean): Promise<unknown>;
  /** Ends the server for good and removes its data. */
  remove(): Promise<void>;
}

export interface TestTarget {
  /** The DATABASE_URL of the store. */
  readonly url: string;
  /** The repositories of a storage that cannot generate ids from `nextId` on by `sql`. */
  readonly repositories?: (nextId: bigint) => Pick<Storage, 'pets' | 'accounts' | 'apiKeys'>;
  readonly sql?: SqlAccess;
  drop(): Promise<void>;
}

export interface SqlTarget extends TestTarget {
  readonly sql: SqlAccess;
}

/** A store on an SQL server. */
export interface ServerTarget extends SqlTarget {
  readonly sql: ServerAccess;
}

/** What tests do to a store on an SQL engine without the storage. */
export interface SqlAccess {
  /** Creates a database object that is not connected yet. */
  newDatabase(settings?: DatabaseSettings, poolSize?: number): Database;
  /** Resolves to the rows of one statement, which has a connection of its own. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Resolves to the names of the tables. */
  tables(): Promise<string[]>;
  /**
   * Resolves to the statements that would create its tables and indexes, as the engine reports them, without casts. They
   * are the same on every version of the engine.
   */
  schema(): Promise<string>;
  /** Fills an empty store with the data of a release from this folder (test/releases). */
  restore(folder: string): Promise<void>;
  /** Inserts rows, at least one, of numbers, bigints, texts, Buffers and null, and updates the statistics of the engine. */
  fill(table: string, rows: readonly Record<string, unknown>[]): Promise<void>;
  setNextId(table: string, id: bigint): Promise<void>;
  /**
   * Resolves to how many rows, or pages, the engine reads for a call on a database of one connection. What `fill` read
   * does not count, even if the engine reports it later.
   */
  readsOf(database: Database, call: () => Promise<unknown>): Promise<number>;
  /** Makes the store refuse to delete rows of the table from now on. */
  forbidDeletion(table: string): Promise<void>;
  /** Prevents writes of programs from beginning until the returned function is called. Reads go on. */
  hold(): Promise<() => Promise<void>>;
  /** Closes every connection of programs, if there is a server. */
  cut(): Promise<void>;
}

/** What tests do to a store on an SQL server. Other stores on the same server are not affected. */
export interface ServerAccess extends SqlAccess {
  /** Creates a database object that is not connected yet. @param port the port of a relay to the server */
  newDatabase(settings?: DatabaseSettings, poolSize?: number, port?: number): Database;
  /** Resolves to how many connections programs have to the store. */
  connections(): Promise<number>;
  /** Prevents programs from migrating until the returned function is called. */
  holdMigrationLock(): Promise<() => Promise<void>>;
}

/** Migrations, oldest first. */
export type Migrations = Dialect['schema']['migrations'];

export interface DatabaseSettings extends DatabaseOptions {
  /** Returns the migrations of another version. @param known those of this one */
  readonly migrations?: (known: Migrations) => Migrations;
}

export function newDatabase(dialect: Dialect, { migrations, ...options }: DatabaseSettings = {}): Database {
  const { schema } = dialect;
  if (migrations === undefined) return new Database(dialect, options);
  return new Database({ ...dialect, schema: { ...schema, migrations: migrations(schema.migrations) } }, options);
}
