import { EntitySchema, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import type { Account } from '../../../domain/account.js';
import { restoreApiKey, type ApiKey, type StoredApiKey } from '../../../domain/api-key.js';
import type { PetMembers } from '../../../domain/pet.js';
import type { StoredSession } from '../../../domain/session.js';

// These are the tables, column by column: the member of the domain, its column, and what the value in the database
// means. A test checks that the migrations have the same columns.

/** A 64-bit integer as a driver gives it: a bigint, a number if that is exact, or text. */
export type Integer = bigint | number | string;

/** The type of a column and its name. */
interface Column extends EntitySchemaColumnOptions {
  readonly type: 'bigint' | 'varchar' | 'varbinary';
  readonly name: string;
  readonly transformer?: ValueTransformer;
}

/** The column of every member. The compiler refuses an entity in which a member has none. */
type ColumnsOf<Entity> = Readonly<Record<keyof Entity, Column>>;

/** A column for an integer of 64 bits, which is a bigint in the domain. */
const INTEGER = {
  type: 'bigint',
  transformer: { from: (value: Integer) => BigInt(value), to: (value: unknown) => value },
} as const;

/** A column for an instant, which is milliseconds since 1970 in UTC. */
const INSTANT = { type: 'bigint', transformer: { from: instantFrom, to: instantTo } } as const;

/** A column for an instant, which is NULL if the domain has no value. */
const OPTIONAL_INSTANT = {
  type: 'bigint',
  nullable: true,
  transformer: { from: optionalInstantFrom, to: instantTo },
} as const;

/** A column for a text that the domain has in the same form. */
const TEXT = { type: 'varchar' } as const;

/** A column for a text, which is NULL if the domain has no value. */
const OPTIONAL_TEXT = {
  type: 'varchar',
  nullable: true,
  transformer: { from: (value: string | null) => value ?? undefined, to: (value: unknown) => value },
} as const;

/** A column for binary data. */
const BYTES = { type: 'varbinary' } as const;

interface StoredAccount extends Account {
  /** An encoded argon2id hash. Only a query that names the column reads it. */
  readonly passwordHash?: string | undefined;
}

const ACCOUNT: ColumnsOf<StoredAccount> = {
  id: { ...INTEGER, name: 'id', primary: true, generated: 'increment' },
  email: { ...TEXT, name: 'email' },
  createdAt: { ...INSTANT, name: 'created_at' },
  passwordHash: { ...OPTIONAL_TEXT, name: 'password_hash', select: false },
};

const API_KEY: ColumnsOf<StoredApiKey> = {
  prefix: { ...TEXT, name: 'prefix', primary: true },
  hash: { ...TEXT, name: 'hash' },
  accountId: { ...INTEGER, name: 'account_id' },
  name: { ...TEXT, name: 'name' },
  createdAt: { ...INSTANT, name: 'created_at' },
  expiresAt: { ...OPTIONAL_INSTANT, name: 'expires_at' },
  lastUsedAt: { ...OPTIONAL_INSTANT, name: 'last_used_at' },
  revokedAt: { ...OPTIONAL_INSTANT, name: 'revoked_at' },
};

const SESSION: ColumnsOf<StoredSession> = {
  hash: { ...TEXT, name: 'hash', primary: true },
  accountId: { ...INTEGER, name: 'account_id' },
  createdAt: { ...INSTANT, name: 'created_at' },
  lastSeenAt: { ...INSTANT, name: 'last_seen_at' },
  address: { ...OPTIONAL_TEXT, name: 'address' },
  browser: { ...OPTIONAL_TEXT, name: 'browser' },
};

/** The columns of the members of an animal, which both of its tables have. */
export const PET_MEMBER_COLUMNS: ColumnsOf<PetMembers> = {
  name: { ...TEXT, name: 'name' },
  categoryId: { ...INTEGER, name: 'category_id' },
  status: { ...TEXT, name: 'status' },
};

const PET: ColumnsOf<PetMembers & { readonly id: bigint }> = {
  id: { ...INTEGER, name: 'id', primary: true, generated: 'increment' },
  ...PET_MEMBER_COLUMNS,
};

/** The first use of an idempotency key, with the animal as it was added. */
interface StoredAddition extends PetMembers {
  readonly petId: bigint;
  readonly accountId: bigint;
  readonly idempotencyKey: Buffer;
  readonly firstUsedAt: Date;
}

const ADDITION: ColumnsOf<StoredAddition> = {
  petId: { ...INTEGER, name: 'pet_id', primary: true },
  ...PET_MEMBER_COLUMNS,
  accountId: { ...INTEGER, name: 'account_id' },
  idempotencyKey: { ...BYTES, name: 'idempotency_key' },
  firstUsedAt: { ...INSTANT, name: 'first_used_at' },
};

export const AccountEntity = new EntitySchema<StoredAccount>({
  name: 'accounts',
  tableName: 'accounts',
  columns: ACCOUNT,
});

export const ApiKeyEntity = new EntitySchema<StoredApiKey>({
  name: 'api_keys',
  tableName: 'api_keys',
  columns: API_KEY,
});

export const SessionEntity = new EntitySchema<StoredSession>({
  name: 'sessions',
  tableName: 'sessions',
  columns: SESSION,
});

export const ENTITIES: readonly EntitySchema[] = [AccountEntity, ApiKeyEntity, SessionEntity];

/** A table whose rows a copy of the store moves. Its first column is the primary key. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** Every table with data of the store, which are those that every engine has. */
export const TABLES: readonly Table[] = Object.entries({
  accounts: ACCOUNT,
  api_keys: API_KEY,
  pets: PET,
  idempotency_keys: ADDITION,
  sessions: SESSION,
}).map(([name, columns]) => ({ name, columns: Object.values(columns) }));

/** A row of `api_keys` as a driver gives it to a statement that is written by hand. */
export interface ApiKeyRow {
  readonly prefix: string;
  readonly hash: string;
  readonly account_id: Integer;
  readonly name: string;
  readonly created_at: Integer;
  readonly expires_at: Integer | null;
  readonly last_used_at: Integer | null;
  readonly revoked_at: Integer | null;
}

/** The columns of an `ApiKeyRow` for SELECT. They are named because a later version may have added others. */
export const API_KEY_COLUMNS = 'prefix, hash, account_id, name, created_at, expires_at, last_used_at, revoked_at';

/** Restores a key from its row. @throws Error for a row that this program never writes */
export function apiKeyFromRow(row: ApiKeyRow): ApiKey {
  return restoreApiKey({
    prefix: row.prefix,
    hash: row.hash,
    accountId: BigInt(row.account_id),
    name: row.name,
    createdAt: instantFrom(row.created_at),
    expiresAt: optionalInstantFrom(row.expires_at),
    lastUsedAt: optionalInstantFrom(row.last_used_at),
    revokedAt: optionalInstantFrom(row.revoked_at),
  });
}

function instantFrom(value: Integer): Date {
  return new Date(Number(value));
}

function optionalInstantFrom(value: Integer | null): Date | undefined {
  return value === null ? undefined : instantFrom(value);
}

/**
 * Converts an instant for the database. TypeORM also converts the value inside an operator such as LessThan, and does
 * so again each time the operator is used, so the value may be converted already.
 */
function instantTo(value: unknown): unknown {
  return value instanceof Date ? BigInt(value.getTime()) : value;
}
