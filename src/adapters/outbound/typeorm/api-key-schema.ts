import { EntitySchema } from 'typeorm';
import type { ApiKey } from '../../../domain/api-key.js';

/** What the table `api_keys` holds of an API key. Instants are milliseconds since 1970, UTC. */
export interface ApiKeyRow {
  readonly prefix: string;
  readonly hash: string;
  readonly account_id: bigint | number | string;
  readonly name: string;
  readonly created_at: bigint | number | string;
  readonly expires_at: bigint | number | string | null;
  readonly last_used_at: bigint | number | string | null;
  readonly revoked_at: bigint | number | string | null;
}

export const ApiKeySchema = new EntitySchema<ApiKeyRow>({
  name: 'api_key',
  tableName: 'api_keys',
  columns: {
    prefix: { type: 'varchar', primary: true },
    hash: { type: 'varchar' },
    account_id: { type: 'bigint' },
    name: { type: 'varchar' },
    created_at: { type: 'bigint' },
    expires_at: { type: 'bigint', nullable: true },
    last_used_at: { type: 'bigint', nullable: true },
    revoked_at: { type: 'bigint', nullable: true },
  },
});

export function apiKeyFromRow(row: ApiKeyRow): ApiKey {
  return {
    prefix: row.prefix,
    hash: row.hash,
    accountId: BigInt(row.account_id),
    name: row.name,
    createdAt: new Date(Number(row.created_at)),
    ...(row.expires_at !== null && { expiresAt: new Date(Number(row.expires_at)) }),
    ...(row.last_used_at !== null && { lastUsedAt: new Date(Number(row.last_used_at)) }),
    ...(row.revoked_at !== null && { revokedAt: new Date(Number(row.revoked_at)) }),
  };
}

export function apiKeyToRow(key: ApiKey): ApiKeyRow {
  return {
    prefix: key.prefix,
    hash: key.hash,
    account_id: key.accountId,
    name: key.name,
    created_at: instant(key.createdAt),
    expires_at: key.expiresAt ? instant(key.expiresAt) : null,
    last_used_at: key.lastUsedAt ? instant(key.lastUsedAt) : null,
    revoked_at: key.revokedAt ? instant(key.revokedAt) : null,
  };
}

function instant(at: Date): bigint {
  return BigInt(at.getTime());
}
