import { EntitySchema, type ValueTransformer } from 'typeorm';
import type { Account } from '../../../domain/account.js';
import type { ApiKey } from '../../../domain/api-key.js';
import type { Session } from '../../../domain/session.js';

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

const optional: ValueTransformer = { from: (value: unknown) => value ?? undefined, to: (value: unknown) => value };

/** The hash is null for an account without a password; absent unless it is selected explicitly. */
export const AccountEntity = new EntitySchema<Account & { readonly passwordHash?: string | null }>({
  name: 'account',
  tableName: 'accounts',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment', transformer: int64 },
    email: { type: 'varchar' },
    createdAt: { name: 'created_at', type: 'bigint', transformer: instant },
    passwordHash: { name: 'password_hash', type: 'varchar', nullable: true, select: false },
  },
});

export const ApiKeyEntity = new EntitySchema<ApiKey>({
  name: 'api_key',
  tableName: 'api_keys',
  columns: {
    prefix: { type: 'varchar', primary: true },
    hash: { type: 'varchar' },
    accountId: { name: 'account_id', type: 'bigint', transformer: int64 },
    name: { type: 'varchar' },
    createdAt: { name: 'created_at', type: 'bigint', transformer: instant },
    expiresAt: { name: 'expires_at', type: 'bigint', nullable: true, transformer: instant },
    lastUsedAt: { name: 'last_used_at', type: 'bigint', nullable: true, transformer: instant },
    revokedAt: { name: 'revoked_at', type: 'bigint', nullable: true, transformer: instant },
  },
});

export const SessionEntity = new EntitySchema<Session>({
  name: 'session',
  tableName: 'sessions',
  columns: {
    hash: { type: 'varchar', primary: true },
    accountId: { name: 'account_id', type: 'bigint', transformer: int64 },
    createdAt: { name: 'created_at', type: 'bigint', transformer: instant },
    lastSeenAt: { name: 'last_seen_at', type: 'bigint', transformer: instant },
    address: { type: 'varchar', nullable: true, transformer: optional },
    browser: { type: 'varchar', nullable: true, transformer: optional },
  },
});

export const ENTITIES: readonly EntitySchema[] = [AccountEntity, ApiKeyEntity, SessionEntity];
