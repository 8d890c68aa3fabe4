/** A value of a row. Integers are 64-bit. */
export type Value = bigint | string | Uint8Array | null;

/** The values of one row, in the order of the collection's fields. */
export type Row = readonly Value[];

export type FieldType = 'integer' | 'text' | 'bytes';

export interface Collection {
  readonly name: string;
  /** The field that differs for every row; rows are transferred in its ascending order. */
  readonly key: string;
  /** Whether the store generates the key. */
  readonly isGenerated: boolean;
  readonly fields: Readonly<Record<string, FieldType>>;
}

/** What both collections of animals keep of one. */
const ANIMAL = { name: 'text', category_id: 'integer', status: 'text' } as const;

/**
 * All data that a store keeps. Attempts to sign in are left out: they expire within a day. Instants are milliseconds
 * since 1970, UTC; null where a field has no value.
 */
export const COLLECTIONS: readonly Collection[] = [
  {
    name: 'accounts',
    key: 'id',
    isGenerated: true,
    fields: { id: 'integer', email: 'text', created_at: 'integer', password_hash: 'text' },
  },
  {
    name: 'api_keys',
    key: 'prefix',
    isGenerated: false,
    fields: {
      prefix: 'text',
      hash: 'text',
      account_id: 'integer',
      name: 'text',
      created_at: 'integer',
      expires_at: 'integer',
      last_used_at: 'integer',
      revoked_at: 'integer',
    },
  },
  {
    name: 'pets',
    key: 'id',
    isGenerated: true,
    fields: { id: 'integer', ...ANIMAL },
  },
  {
    name: 'idempotency_keys',
    key: 'pet_id',
    isGenerated: false,
    fields: {
      pet_id: 'integer',
      ...ANIMAL,
      account_id: 'integer',
      idempotency_key: 'bytes',
      first_used_at: 'integer',
    },
  },
  {
    name: 'sessions',
    key: 'hash',
    isGenerated: false,
    fields: {
      hash: 'text',
      account_id: 'integer',
      created_at: 'integer',
      last_seen_at: 'integer',
      address: 'text',
      flash: 'text',
    },
  },
];

/** The data of a store at one instant. Concurrent writes do not change it. */
export interface Snapshot {
  count(collection: Collection): Promise<number>;
  /** All rows, in ascending order of their keys by bytes, in batches of a limited size. */
  rows(collection: Collection): AsyncIterable<readonly Row[]>;
  /** A number that no id the store ever generated exceeds, also of rows that were removed since. */
  lastId(collection: Collection): Promise<bigint>;
}

/**
 * Reads and writes all data of a store, to move it to another one. Every method rejects with DomainError `unavailable`
 * when the store cannot be reached.
 */
export interface Transfer {
  /** Does the work, once, on a snapshot. Calls on the snapshot end before the work does. */
  read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /**
   * Prepares an empty store, whose schema is up to date, for `write`: marks it as incomplete, so that no instance of the
   * service uses it before `finish`. Removes what an unfinished transfer left.
   * @returns the names of the collections that hold rows; if there are any, the store is unchanged
   */
  begin(): Promise<string[]>;
  /** Adds the rows of one batch. */
  write(collection: Collection, rows: readonly Row[]): Promise<void>;
  /** Makes every id that the store will generate greater than `lastId`. */
  reserveIds(collection: Collection, lastId: bigint): Promise<void>;
  /** Removes the mark. */
  finish(): Promise<void>;
}
