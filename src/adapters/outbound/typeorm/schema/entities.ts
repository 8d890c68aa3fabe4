import { EntitySchema, EntitySchemaOptions, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import type { Table } from '../execution/dialect.js';
import type { Account } from '../../../../domain/account.js';
import type { ApiKey } from '../../../../domain/api-key.js';
import { isPetStatus, type NewPet, type Pet, type PetStatus } from '../../../../domain/pet.js';
import type { Session } from '../../../../domain/session.js';
import { isId } from '../../../../domain/values.js';

// Every table, column by column: the property of the program, its column, and what a value of the database means. The
// migrations make the tables, and a test compares them with these entities. TypeORM never changes a table: its own
// schema builder would rebuild those that the migrations of an engine define in the terms of that engine.
//
// TypeORM writes a converted value into the operator of a condition, such as LessThan, and converts it again with another
// attempt (https://github.com/typeorm/typeorm/issues/10092). So each `to` also takes what it returns.

/** A 64-bit integer as a driver gives it: a bigint, a number if that is exact, or text. */
export type Integer = bigint | number | string;

type Column = EntitySchemaColumnOptions & { readonly name: string; readonly transformer?: ValueTransformer };

/** The column of every property. The compiler refuses an entity in which a property has none. */
export type ColumnsOf<Entity> = { readonly [Property in keyof Entity]-?: Column };

/** An entity of TypeORM that also gives plain statements its columns. */
class Entity<Properties> extends EntitySchema<Properties> {
  constructor(
    readonly table: string,
    readonly columns: ColumnsOf<Properties>,
  ) {
    super(Object.assign(new EntitySchemaOptions<Properties>(), { name: table, columns }));
  }
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
  transformer: { from: instantOf, to: integerOf },
} as const;

const OPTIONAL_INSTANT = {
  type: 'bigint',
  transformer: {
    from: (value: Integer | null) => (value === null ? undefined : instantOf(value)),
    to: (instant: Date | bigint | undefined) => instant && integerOf(instant),
  },
} as const;

/** An account with the hash of its password, an encoded argon2id hash, which only a query for it returns. */
export interface StoredAccount extends Account {
  readonly passwordHash?: string | undefined;
}

export const ACCOUNT = new Entity<StoredAccount>('accounts', {
  id: { ...INTEGER, name: 'id', primary: true },
  email: { ...TEXT, name: 'email' },
  createdAt: { ...INSTANT, name: 'created_at' },
  passwordHash: { ...OPTIONAL_TEXT, name: 'password_hash', select: false },
});

export const API_KEY = new Entity<ApiKey>('api_keys', {
  prefix: { ...TEXT, name: 'prefix', primary: true },
  hash: { ...TEXT, name: 'hash' },
  accountId: { ...INTEGER, name: 'account_id' },
  name: { ...TEXT, name: 'name' },
  createdAt: { ...INSTANT, name: 'created_at' },
  expiresAt: { ...OPTIONAL_INSTANT, name: 'expires_at' },
  lastUsedAt: { ...OPTIONAL_INSTANT, name: 'last_used_at' },
  revokedAt: { ...OPTIONAL_INSTANT, name: 'revoked_at' },
});

export const SESSION = new Entity<Session>('sessions', {
  hash: { ...TEXT, name: 'hash', primary: true },
  accountId: { ...INTEGER, name: 'account_id' },
  createdAt: { ...INSTANT, name: 'created_at' },
  lastSeenAt: { ...INSTANT, name: 'last_seen_at' },
  address: { ...OPTIONAL_TEXT, name: 'address' },
  browser: { ...OPTIONAL_TEXT, name: 'browser' },
});

export const NEW_PET_COLUMNS: ColumnsOf<NewPet> = {
  name: { ...TEXT, name: 'name' },
  categoryId: { ...INTEGER, name: 'category_id' },
  status: { ...TEXT, name: 'status', transformer: { from: petStatusFrom, to: (status: PetStatus) => status } },
};

/** An id that the database generates. People can change rows so that they have another one. */
const PET_ID = { ...INTEGER, transformer: { ...INTEGER.transformer, from: petIdFrom } } as const;

export const PET = new Entity<Pet>('pets', {
  id: { ...PET_ID, name: 'id', primary: true },
  ...NEW_PET_COLUMNS,
});

export interface FirstUse extends NewPet {
  readonly petId: bigint;
  readonly accountId: bigint;
  /** The key is stored as bytes and so compared exactly, because no collation folds its case. */
  readonly key: Buffer;
  readonly firstUsedAt: Date;
}

export const FIRST_USE = new Entity<FirstUse>('idempotency_keys', {
  petId: { ...PET_ID, name: 'pet_id', primary: true },
  ...NEW_PET_COLUMNS,
  accountId: { ...INTEGER, name: 'account_id' },
  key: { type: 'blob', name: 'idempotency_key' },
  firstUsedAt: { ...INSTANT, name: 'first_used_at' },
});

/** The attempts under one name, which only an engine that several replicas share counts in a table. */
interface Attempts {
  readonly key: string;
  readonly points: bigint;
  /** In milliseconds since 1970. */
  readonly expire: bigint;
}

export const ATTEMPTS = new Entity<Attempts>('tries', {
  key: { ...TEXT, name: 'key', primary: true },
  points: { ...INTEGER, name: 'points' },
  expire: { ...INTEGER, name: 'expire' },
});

export const STORED = [ACCOUNT, API_KEY, PET, FIRST_USE, SESSION];

export const ENTITIES = [...STORED, ATTEMPTS];

/** Converts an instant of the database. @throws Error for one that no Date has, since an expiry would never be past */
export function instantOf(value: Integer): Date {
  const instant = new Date(Number(value));
  if (Number.isNaN(instant.getTime())) throw new Error('the database holds an instant that no program stores');
  return instant;
}

function integerOf(instant: Date | bigint): bigint {
  return typeof instant === 'bigint' ? instant : BigInt(instant.getTime());
}

/** @throws Error for a status that this program never stores, such as one of a later version */
function petStatusFrom(text: string): PetStatus {
  if (!isPetStatus(text)) throw new Error(`an animal has the unknown status ${JSON.stringify(text)}`);
  return text;
}

/** @throws Error for a number that the database never generates */
function petIdFrom(value: Integer): bigint {
  const id = BigInt(value);
  if (!isId(id)) throw new Error(`${id} is not the id of an animal`);
  return id;
}

// What plain statements need of the entities.

export type Row = Record<string, unknown>;

export const TABLES: readonly Table[] = STORED.map(tableOf);

/**
 * Returns expressions of SQL that read the table of each entity, and name every column. Each looks for a row that does
 * not exist, by the primary key, so that the number of rows does not matter. Without its table, the name of a column
 * that is missing could mean that of a table around the expression.
 */
export function readsOf(entities: typeof ENTITIES): string[] {
  return entities.map(({ table, columns }) => {
    const names = columnsOf(columns).map((name) => `${table}.${name}`);
    const [key] = Object.values<Column>(columns).filter(({ primary }) => primary);
    const none = key?.type === 'bigint' ? 0 : "''";
    return `EXISTS (SELECT ${names.join(', ')} FROM ${table} WHERE ${table}.${key?.name} = ${none})`;
  });
}

type Columns = Readonly<Record<string, { readonly name: string }>>;

function columnsOf(columns: Columns): string[] {
  return Object.values(columns).map(({ name }) => name);
}

export function tableOf({ table, columns }: { readonly table: string; readonly columns: Columns }): Table {
  return { name: table, columns: columnsOf(columns) };
}

/** Returns what follows SELECT, so that the values of a row have the names of the properties. */
export function selectionOf<Properties>(columns: ColumnsOf<Properties>): string {
  const selected = Object.entries<Column>(columns).filter(([, { select }]) => select !== false);
  return selected.map(([property, { name }]) => (name === property ? name : `${name} AS "${property}"`)).join(', ');
}

/** The names of the values in a row are those of the properties. They are converted in place. */
export function readerOf<Properties>(columns: ColumnsOf<Properties>): (row: Row) => Properties {
  const converted = Object.entries<Column>(columns).flatMap(([property, { transformer, select }]) =>
    transformer === undefined || select === false ? [] : [{ property, transformer }],
  );
  return (row) => {
    for (const { property, transformer } of converted) row[property] = transformer.from(row[property]);
    return row as Properties; // Each column has the type that the migrations gave it.
  };
}

export function valuesOf<Properties>(columns: ColumnsOf<Properties>, entity: Properties): unknown[] {
  const values: unknown[] = [];
  for (const property in columns) {
    const { transformer } = columns[property];
    const value = entity[property];
    values.push((transformer === undefined ? value : transformer.to(value)) ?? null);
  }
  return values;
}

export function insertInto({ name, columns }: Table, rows = 1): string {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${Array(rows).fill(row).join(', ')}`;
}
