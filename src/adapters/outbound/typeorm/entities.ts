import { EntitySchema, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import type { Account } from '../../../domain/account.js';
import type { ApiKey } from '../../../domain/api-key.js';
import { PET_MEMBERS, type PetMembers } from '../../../domain/pet.js';
import type { Session } from '../../../domain/session.js';

// These are the tables, column by column: the member of the domain, its column, and what the value in the database
// means. A test checks that the migrations have the same columns.

/** A 64-bit integer as a driver gives it: a bigint, a number if that is exact, or text. */
export type Integer = bigint | number | string;

/** The type of a column and its name. */
interface Column extends EntitySchemaColumnOptions {
  readonly type: 'bigint' | 'varchar';
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
const OPTIONAL_INSTANT = { ...INSTANT, nullable: true } as const;

/** A column for a text that the domain has in the same form. */
const TEXT = { type: 'varchar' } as const;

/** A column for a text, which is NULL if the domain has no value. */
const OPTIONAL_TEXT = {
  type: 'varchar',
  nullable: true,
  transformer: { from: (value: string | null) => value ?? undefined, to: (value: unknown) => value },
} as const;

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

const API_KEY: ColumnsOf<ApiKey> = {
  prefix: { ...TEXT, name: 'prefix', primary: true },
  hash: { ...TEXT, name: 'hash' },
  accountId: { ...INTEGER, name: 'account_id' },
  name: { ...TEXT, name: 'name' },
  createdAt: { ...INSTANT, name: 'created_at' },
  expiresAt: { ...OPTIONAL_INSTANT, name: 'expires_at' },
  lastUsedAt: { ...OPTIONAL_INSTANT, name: 'last_used_at' },
  revokedAt: { ...OPTIONAL_INSTANT, name: 'revoked_at' },
};

const SESSION: ColumnsOf<Session> = {
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

export const AccountEntity = new EntitySchema<StoredAccount>({ name: 'accounts', columns: ACCOUNT });
export const ApiKeyEntity = new EntitySchema<ApiKey>({ name: 'api_keys', columns: API_KEY });
export const SessionEntity = new EntitySchema<Session>({ name: 'sessions', columns: SESSION });

export const ENTITIES: readonly EntitySchema[] = [AccountEntity, ApiKeyEntity, SessionEntity];

/** A table with the names of its columns. The first one is the primary key, and is `id` if the engine generates it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The columns of the members of an animal, in the order in which the repository gives their values. */
const MEMBERS = PET_MEMBERS.map((member) => PET_MEMBER_COLUMNS[member].name);

/** A row is the first use of a key, with the animal as it was added. */
export const IDEMPOTENCY_KEYS: Table = {
  name: 'idempotency_keys',
  columns: ['pet_id', ...MEMBERS, 'account_id', 'idempotency_key', 'first_used_at'],
};

/** Every table with data of the store, which are those that every engine has. A copy of the store moves their rows. */
export const TABLES: readonly Table[] = [
  { name: 'accounts', columns: namesOf(ACCOUNT) },
  { name: 'api_keys', columns: namesOf(API_KEY) },
  { name: 'pets', columns: ['id', ...MEMBERS] },
  IDEMPOTENCY_KEYS,
  { name: 'sessions', columns: namesOf(SESSION) },
];

function namesOf(columns: Readonly<Record<string, Column>>): string[] {
  return Object.values(columns).map(({ name }) => name);
}

/** Converts an instant of the database. @throws Error for one that no Date has, since an expiry would never be past */
function instantFrom(value: Integer | null): Date | undefined {
  const instant = value === null ? undefined : new Date(Number(value));
  if (Number.isNaN(instant?.getTime())) throw new Error('the store holds an instant that no program stores');
  return instant;
}

/**
 * Converts an instant for the database. TypeORM also converts the value inside an operator such as LessThan, and does
 * so again each time the operator is used, so the value may be converted already.
 */
function instantTo(value: unknown): unknown {
  return value instanceof Date ? BigInt(value.getTime()) : value;
}
