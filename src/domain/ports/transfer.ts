/** A value of a row, as it is copied from one store to another. Integers have 64 bits. */
export type Value = bigint | string | Uint8Array | null;

/** The values of one row, in the same order for every row of a collection. */
export type Row = readonly Value[];

/** All rows of one kind, such as the animals. */
export interface Collection {
  readonly name: string;
  /** Whether the store generates the keys of its rows. */
  readonly isGenerated: boolean;
}

/** The data of a store at one instant. Concurrent writes do not change it. */
export interface Snapshot {
  count(collection: Collection): Promise<number>;
  /** Yields all rows in ascending order of their keys by bytes, in batches of a limited size. */
  rows(collection: Collection): AsyncIterable<readonly Row[]>;
  /**
   * Resolves to a number that no id the store ever generated exceeds, including the ids of rows that were removed
   * since.
   */
  lastId(collection: Collection): Promise<bigint>;
}

/** Reads and writes all data of a store. Every method rejects with DomainError `unavailable` if it cannot be reached. */
export interface Transfer {
  /**
   * The collections contain all data of the store, in the order of copying. Attempts to sign in are left out because
   * they expire within a day. Instants are milliseconds since 1970 in UTC; a field without a value is null.
   */
  readonly collections: readonly Collection[];
  /** Runs the work once on a snapshot. Calls on the snapshot end before the work does. */
  read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * Marks an empty store, whose schema is up to date, as incomplete: no instance of the service uses it before `finish`.
   * Removes the rows of an unfinished transfer.
   * @returns the names of the collections that hold rows; if there are any, the store is unchanged
   */
  begin(): Promise<string[]>;
  /** Adds the rows of one batch. Rejects with DomainError `already_exists` when one repeats a unique value. */
  write(collection: Collection, rows: readonly Row[]): Promise<void>;
  /** Makes every id that the store will generate greater than `lastId`. */
  reserveIds(collection: Collection, lastId: bigint): Promise<void>;
  /** Removes the mark that `begin` set, so that instances of the service can use the store. */
  finish(): Promise<void>;
}

export interface Transfers {
  /**
   * Connects to the stores at `from` and `to`; creates and migrates the store at `to`. `close` closes both. Rejects
   * with DomainError `invalid` for a URL that names no store or a store that only its own process can reach, and with
   * DomainError `unavailable`.
   */
  open(from: string, to: string): Promise<Readonly<{ source: Transfer; target: Transfer; close(): Promise<void> }>>;
}
