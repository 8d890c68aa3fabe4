import { EntitySchema, EntitySchemaOptions, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import type { Table } from '../execution/dialect.js';
import type { Account } from '../../../../domain/account.js';
import type { ApiKey } from '../../../../domain/api-key.js';
import type { NewPet, Pet } from '../../../../domain/pet.js';
import type { Session } from '../../../../domain/session.js';

// Every table, column by column: the property of the program, its column, and what a value of the database means. The
// migrations create the tables, and a test compares them with these entities. The schema builder of TypeORM is not used,
// because it would rebuild tables that the migrations define with types of their engine.
//
// TypeORM writes a converted value into the operator of a condition, such as LessThan, and converts it again with another
// attempt (https://github.com/typeorm/typeorm/issues/10092). So each `to` also takes what it returns.

/** A 64-bit integer as a driver gives it: a bigint, a number if that is exact, or text. */
export type Integer = bigint | number | string;

type Column = EntitySchemaColumnOptions & { readonly name: string; readonly transformer?: ValueTransformer };

/** The column of every property. The compiler refuses an entity in which a property has none. */
type ColumnsOf<Properties> = { readonly [Property in keyof Properties]-?: Column };

function entity<Properties>(name: string, columns: ColumnsOf<Properties>): EntitySchema<Properties> {
  return new EntitySchema(Object.assign(new EntitySchemaOptions<Properties>(), { name, columns }));
}

const TEXT = { type: 'varchar' } as const;

const OPTIONAL_TEXT = {
  ...TEXT,
  transformer: { from: (value: string | null) => value ?? undefined, to: (value: string | undefined) => value },
} as const;

const INTEGER = {
  type: 'bigint',
  transformer: { from: (value: Integer) => BigInt(value), to: (value: bigint) => value },
} as const;

/** Milliseconds since 1970 in the database. */
const INSTANT = {
  type: 'bigint',
  transformer: { from: instantOf, to: millisecondsOf },
} as const;

const OPTIONAL_INSTANT = {
  type: 'bigint',
  transformer: {
    from: optionalInstantOf,
    to: (instant: Date | bigint | undefined) => instant && millisecondsOf(instant),
  },
} as const;

/** An account with the hash of its password, an encoded argon2id hash, which only a query for it returns. */
export interface StoredAccount extends Account {
  readonly passwordHash?: string | undefined;
}

export const ACCOUNT = entity<StoredAccount>('accounts', {
  id: { ...INTEGER, name: 'id', primary: true },
  email: { ...TEXT, name: 'email' },
  createdAt: { ...INSTANT, name: 'created_at' },
  passwordHash: { ...OPTIONAL_TEXT, name: 'password_hash', select: false },
});

const API_KEY = entity<ApiKey>('api_keys', {
  prefix: { ...TEXT, name: 'prefix', primary: true },
  hash: { ...TEXT, name: 'hash' },
  accountId: { ...INTEGER, name: 'account_id' },
  name: { ...TEXT, name: 'name' },
  createdAt: { ...INSTANT, name: 'created_at' },
  expiresAt: { ...OPTIONAL_INSTANT, name: 'expires_at' },
  lastUsedAt: { ...OPTIONAL_INSTANT, name: 'last_used_at' },
  revokedAt: { ...OPTIONAL_INSTANT, name: 'revoked_at' },
});

export const SESSION = entity<Session>('sessions', {
  hash: { ...TEXT, name: 'hash', primary: true },
  accountId: { ...INTEGER, name: 'account_id' },
  createdAt: { ...INSTANT, name: 'created_at' },
  lastSeenAt: { ...INSTANT, name: 'last_seen_at' },
  address: { ...OPTIONAL_TEXT, name: 'address' },
  browser: { ...OPTIONAL_TEXT, name: 'browser' },
});

const NEW_PET_COLUMNS: ColumnsOf<NewPet> = {
  name: { ...TEXT, name: 'name' },
  categoryId: { ...INTEGER, name: 'category_id' },
  status: { ...TEXT, name: 'status' },
};

export const PET = entity<Pet>('pets', {
  id: { ...INTEGER, name: 'id', primary: true },
  ...NEW_PET_COLUMNS,
});

interface FirstUse extends NewPet {
  readonly petId: bigint;
  readonly accountId: bigint;
  /** The key is stored as bytes and so compared exactly, because no collation folds its case. */
  readonly key: Buffer;
  readonly firstUsedAt: Date;
}

const FIRST_USE = entity<FirstUse>('idempotency_keys', {
  petId: { ...INTEGER, name: 'pet_id', primary: true },
  ...NEW_PET_COLUMNS,
  accountId: { ...INTEGER, name: 'account_id' },
  key: { type: 'blob', name: 'idempotency_key' },
  firstUsedAt: { ...INSTANT, name: 'first_used_at' },
});

/** The attempts under one name, which only an engine that several replicas share counts in a table. */
interface Attempts {
  readonly key: string;
  readonly attempts: bigint;
  readonly expiresAt: Date;
}

export const ATTEMPTS = entity<Attempts>('tries', {
  key: { ...TEXT, name: 'key', primary: true },
  attempts: { ...INTEGER, name: 'points' },
  expiresAt: { ...INSTANT, name: 'expire' },
});

export const STORED = [ACCOUNT, API_KEY, PET, FIRST_USE, SESSION];

export const ENTITIES = [...STORED, ATTEMPTS];

/** Converts an instant of the database. @throws Error for one that no Date has, since an expiry would never be past */
export function instantOf(value: Integer): Date {
  const instant = new Date(Number(value));
  if (Number.isNaN(instant.getTime())) throw new Error('the database holds an instant that no program stores');
  return instant;
}

export function optionalInstantOf(value: Integer | null): Date | undefined {
  return value === null ? undefined : instantOf(value);
}

export function millisecondsOf(instant: Date | bigint): bigint {
  return typeof instant === 'bigint' ? instant : BigInt(instant.getTime());
}

/** The tables whose rows a copy of the database moves. */
export const TABLES: readonly Table[] = STORED.map(tableOf);

function tableOf({ options: { name, columns } }: EntitySchema): Table {
  return { name, columns: columnsOf(columns).flatMap((column) => column?.name ?? []) };
}

function columnsOf(columns: EntitySchemaOptions<unknown>['columns']) {
  return Object.values<EntitySchemaColumnOptions | undefined>(columns);
}

/**
 * Returns expressions of SQL that read the table of each entity, and name every column. Each looks for a row that does
 * not exist, by the primary key, so that the number of rows does not matter. Each column is named with its table,
 * because the name alone of a missing column could mean one of the statement around the expression.
 */
export function readsOf(entities: typeof ENTITIES): string[] {
  return entities.map((entity) => {
    const { name, columns } = tableOf(entity);
    const [key, ...others] = columns.map((column) => `${name}.${column}`);
    const none = columnsOf(entity.options.columns)[0]?.type === 'bigint' ? 0 : "''";
    return `EXISTS (SELECT ${[key, ...others].join(', ')} FROM ${name} WHERE ${key} = ${none})`;
  });
}

export function insertInto({ name, columns }: Table, rows = 1): string {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${Array(rows).fill(row).join(', ')}`;
}
