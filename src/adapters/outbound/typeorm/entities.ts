import { EntitySchema, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import type { Account } from '../../../domain/account.js';
import type { ApiKey } from '../../../domain/api-key.js';
import type { Session } from '../../../domain/session.js';
import { TABLES } from './migrations.js';

// The tables for TypeORM's entity manager, with the members and types of the domain.

/** A 64-bit integer as a driver gives it: a bigint, a number where that is exact, or text. */
export type Integer = bigint | number | string;

const int64: ValueTransformer = { from: (value: Integer) => BigInt(value), to: (value: unknown) => value };

/** Milliseconds since 1970, UTC. */
const instant: ValueTransformer = {
  from: (value: Integer | null) => (value === null ? undefined : new Date(Number(value))),
  // TypeORM replaces the value of an operator such as LessThan, and does so again where the operator is used again.
  to: (value: unknown) => (value instanceof Date ? BigInt(value.getTime()) : value),
};

const text: ValueTransformer = { from: (value: unknown) => value ?? undefined, to: (value: unknown) => value };

/** The hash is absent unless it is selected explicitly. */
export const AccountEntity = entityOf<Account & { readonly passwordHash?: string }>('accounts', 'password_hash');
export const ApiKeyEntity = entityOf<ApiKey>('api_keys');
export const SessionEntity = entityOf<Session>('sessions');

export const ENTITIES: readonly EntitySchema[] = [AccountEntity, ApiKeyEntity, SessionEntity];

/** One for each column of the table: `createdAt` for `created_at`, and for others that end so, is an instant. */
function membersOf(tableName: string) {
  const table = TABLES.find(({ name }) => name === tableName);
  return Object.entries(table?.columns ?? {}).map(([name, column]) => ({
    ...column,
    name,
    member: name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    transformer: name.endsWith('_at') ? instant : column.type === 'id' || column.type === 'integer' ? int64 : text,
  }));
}

const API_KEY_MEMBERS = membersOf('api_keys');

/** A row of `api_keys` as the entity manager reads it. */
export function apiKeyFromRow(row: Readonly<Record<string, unknown>>): ApiKey {
  const members = API_KEY_MEMBERS.map(
    ({ member, name, transformer }) => [member, transformer.from(row[name])] as const,
  );
  return Object.fromEntries(members) as ApiKey; // as for `entityOf`
}

/** @param hidden a column that is read only where a query names it */
function entityOf<T extends object>(tableName: string, hidden?: string): EntitySchema<T> {
  const columns = membersOf(tableName).map(({ member, name, type, nullable = false, transformer }, at) => {
    const options: EntitySchemaColumnOptions = {
      name,
      type: transformer === text ? 'varchar' : 'bigint',
      primary: at === 0,
      ...(type === 'id' && { generated: 'increment' }),
      nullable,
      select: name !== hidden,
      transformer,
    };
    return [member, options];
  });
  // TypeScript cannot derive the members from the columns; the contract of each repository compares them.
  const members = Object.fromEntries(columns) as ConstructorParameters<typeof EntitySchema<T>>[0]['columns'];
  return new EntitySchema<T>({ name: tableName, tableName, columns: members });
}
