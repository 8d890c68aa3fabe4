import { EntitySchema, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import type { Account } from '../../../domain/account.js';
import type { ApiKey } from '../../../domain/api-key.js';
import type { Session } from '../../../domain/session.js';
import { TABLES } from './migrations.js';

// What the entity manager reads and writes, as the domain has it.

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

/**
 * Has a member for each column of the table: `createdAt` for `created_at`, and for others that end so, is an instant.
 * @param hidden a column that is read only where a query names it
 */
function entityOf<T extends object>(tableName: string, hidden?: string): EntitySchema<T> {
  const table = TABLES.find(({ name }) => name === tableName);
  const columns = Object.entries(table?.columns ?? {}).map(([name, { type, nullable = false }], at) => {
    const isInteger = type === 'id' || type === 'integer';
    const options: EntitySchemaColumnOptions = {
      name,
      type: isInteger ? 'bigint' : 'varchar',
      primary: at === 0,
      ...(type === 'id' && { generated: 'increment' }),
      nullable,
      select: name !== hidden,
      transformer: name.endsWith('_at') ? instant : isInteger ? int64 : text,
    };
    return [name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), options];
  });
  // TypeScript cannot derive the members from the columns; the contract of each repository compares them.
  const members = Object.fromEntries(columns) as ConstructorParameters<typeof EntitySchema<T>>[0]['columns'];
  return new EntitySchema<T>({ name: tableName, tableName, columns: members });
}
