/** A value of a row. Integers are 64-bit. */
export type Value = bigint | string | Uint8Array | null;

/** The values of one row, in the same order for every row of a collection. */
export type Row = readonly Value[];

export interface Collection {
  readonly name: string;
  /** Whether the store generates the keys of its rows. */
  readonly isGenerated: boolean;
}

/** The data of a store at one instant. Concurrent writes do not change it. */
export interface Snapshot {
  count(collection: Collection): Promise<number>;
  /** All rows, in ascending order of their keys by bytes, in batches of a limited size. */
  rows(collection: Collection): AsyncIterable<readonly Row[]>;
  /** A number that no id the store ever generated exceeds, also of rows that were removed since. */
  lastId(collection: Collection): Promise<bigint>;
}

/** Reads and writes all data of a store. Every method rejects with DomainError `unavailable` if it cannot be reached. */
export interface Transfer {
  /**
   * All data that the store keeps, in the order of copying. Attempts to sign in are left out: they expire within a day.
   * Instants are milliseconds since 1970, UTC; null where a field has no value.
   */
  readonly collections: readonly Collection[];
  /** Does the work, once, on a snapshot. Calls on the snapshot end before the work does. */
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
  /** Removes the mark. */
  finish(): Promise<void>;
}

export interface Transfers {
  /**
   * Connects to the store at `from`, and to that at `to`, which is created and migrated. `close` closes both. Rejects with
   * DomainError `invalid` for a URL that names no store, or one that only its own process can reach; `unavailable`.
   */
  open(from: string, to: string): Promise<Readonly<{ source: Transfer; target: Transfer; close(): Promise<void> }>>;
}
