import type { Account } from '../../../domain/account.js';
import type { ApiKey } from '../../../domain/api-key.js';
import type { NewPet, StoredPet } from '../../../domain/pet.js';
import type { Session } from '../../../domain/session.js';

// These are the tables, column by column: the member of the domain, its column, and what the value in the database
// means. A test checks that the migrations have the same columns.

/** A 64-bit integer as a driver gives it: a bigint, a number if that is exact, or text. */
export type Integer = bigint | number | string;

/** A row as a driver gives it, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** A column. It is NULL if the domain has no value. */
interface Column {
  readonly name: string;
  /** Converts a value of the database that is not NULL. It is absent for a text, which the domain has in the same form. */
  readonly from?: (value: Integer) => unknown;
}

/** The column of every member. The compiler refuses an entity in which a member has none. */
type ColumnsOf<Entity> = Readonly<Record<keyof Entity, Column>>;

/**
 * A column for an integer of 64 bits, which is a bigint in the domain. Unlike BigInt itself, this function is inlined
 * where pages are read.
 */
const INTEGER = { from: (value: Integer) => BigInt(value) };

/** A column for an instant, which is milliseconds since 1970 in UTC. */
const INSTANT = { from: instantFrom };

export const ACCOUNT: ColumnsOf<Account> = {
  id: { ...INTEGER, name: 'id' },
  email: { name: 'email' },
  createdAt: { ...INSTANT, name: 'created_at' },
};

export const API_KEY: ColumnsOf<ApiKey> = {
  prefix: { name: 'prefix' },
  hash: { name: 'hash' },
  accountId: { ...INTEGER, name: 'account_id' },
  name: { name: 'name' },
  createdAt: { ...INSTANT, name: 'created_at' },
  expiresAt: { ...INSTANT, name: 'expires_at' },
  lastUsedAt: { ...INSTANT, name: 'last_used_at' },
  revokedAt: { ...INSTANT, name: 'revoked_at' },
};

export const SESSION: ColumnsOf<Session> = {
  hash: { name: 'hash' },
  accountId: { ...INTEGER, name: 'account_id' },
  createdAt: { ...INSTANT, name: 'created_at' },
  lastSeenAt: { ...INSTANT, name: 'last_seen_at' },
  address: { name: 'address' },
  browser: { name: 'browser' },
};

/** The columns of the members of an animal, which both of its tables have. */
export const PET_MEMBER_COLUMNS: ColumnsOf<NewPet> = {
  name: { name: 'name' },
  categoryId: { ...INTEGER, name: 'category_id' },
  status: { name: 'status' },
};

export const PET: ColumnsOf<StoredPet> = { id: { ...INTEGER, name: 'id' }, ...PET_MEMBER_COLUMNS };

/** A table with the names of its columns. The first one is the primary key, and is `id` if the engine generates it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

export const API_KEYS: Table = { name: 'api_keys', columns: namesOf(API_KEY) };
export const SESSIONS: Table = { name: 'sessions', columns: namesOf(SESSION) };

/** A row is the first use of a key, with the animal as it was added. */
export const IDEMPOTENCY_KEYS: Table = {
  name: 'idempotency_keys',
  columns: ['pet_id', ...namesOf(PET_MEMBER_COLUMNS), 'account_id', 'idempotency_key', 'first_used_at'],
};

/** Every table with data of the store, which are those that every engine has. A copy of the store moves their rows. */
export const TABLES: readonly Table[] = [
  { name: 'accounts', columns: [...namesOf(ACCOUNT), 'password_hash'] }, // The hash is an encoded argon2id hash.
  API_KEYS,
  { name: 'pets', columns: namesOf(PET) },
  IDEMPOTENCY_KEYS,
  SESSIONS,
];

/**
 * The most values of a statement that is kept prepared, which is enough to insert one row into any table. Longer ones
 * have too many different lengths.
 */
export const MAX_PREPARED_VALUES = Math.max(...TABLES.map(({ columns }) => columns.length));

export function namesOf(columns: Readonly<Record<string, Column>>): string[] {
  return Object.values(columns).map(({ name }) => name);
}

/** Returns the statement that inserts this number of rows. */
export function insertInto({ name, columns }: Table, rows = 1): string {
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${placesOf(columns.length, rows)}`;
}

/** Returns the placeholders of rows, such as `(?, ?), (?, ?)`. */
export function placesOf(columns: number, rows = 1): string {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  return Array(rows).fill(row).join(', ');
}

/** Restores an entity from its row. */
export function restore<Entity>(columns: ColumnsOf<Entity>, row: Row): Entity {
  const entity: Partial<Record<keyof Entity, unknown>> = {};
  for (const member in columns) {
    const { name, from } = columns[member];
    const value = row[name] ?? undefined;
    entity[member] = from === undefined || value === undefined ? value : from(value as Integer);
  }
  return entity as Entity; // Each column has the type that the migrations gave it.
}

/** Returns the values of the columns for an entity. */
export function valuesOf<Entity>(columns: ColumnsOf<Entity>, entity: Entity): unknown[] {
  const values: unknown[] = [];
  for (const member in columns) values.push(stored(entity[member]));
  return values;
}

/** Returns a value as the database has it. */
export function stored(value: unknown): unknown {
  return value instanceof Date ? BigInt(value.getTime()) : (value ?? null);
}

/** Converts an instant of the database. @throws Error for one that no Date has, since an expiry would never be past */
function instantFrom(value: Integer): Date {
  const instant = new Date(Number(value));
  if (Number.isNaN(instant.getTime())) throw new Error('the store holds an instant that no program stores');
  return instant;
}
