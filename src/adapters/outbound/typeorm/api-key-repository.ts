import { IsNull, LessThan, MoreThan, Or } from 'typeorm';
import type { ApiKey } from '../../../domain/api-key.js';
import { DomainError } from '../../../domain/errors.js';
import type { ApiKeyRepository } from '../../../domain/ports/api-key-repository.js';
import { apiKeyFromRow, ApiKeySchema, apiKeyToRow, type ApiKeyRow } from './api-key-schema.js';
import { READ, type Database } from './database.js';
import { DuplicateError } from '../support/errors.js';

// On the way of every request whose key is not cached, so it goes without the entity manager.
const FIND_BY_HASH = `SELECT prefix, hash, account_id, name, created_at, expires_at, last_used_at, revoked_at
  FROM api_keys WHERE hash = ?`;

/** API keys in the table `api_keys`. */
export class TypeormApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly database: Database) {}

  async add(key: ApiKey): Promise<void> {
    try {
      await this.database.run((manager) => manager.insert(ApiKeySchema, apiKeyToRow(key)));
    } catch (error) {
      if (!(error instanceof DuplicateError)) throw error;
      throw new DomainError('already_exists', 'This API key is there already.');
    }
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const [row] = await this.database.query<ApiKeyRow[]>(FIND_BY_HASH, [hash], READ);
    return row && apiKeyFromRow(row);
  }

  async findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    const row = await this.database.read((manager) => manager.findOneBy(ApiKeySchema, { prefix }));
    return row === null ? undefined : apiKeyFromRow(row);
  }

  async list(accountId?: bigint): Promise<ApiKey[]> {
    const rows = await this.database.read((manager) =>
      manager.find(ApiKeySchema, {
        where: accountId === undefined ? {} : { account_id: accountId },
        order: { created_at: 'ASC', prefix: 'ASC' },
      }),
    );
    return rows.map(apiKeyFromRow);
  }

  async page(
    accountId: bigint,
    limit: number,
    after?: Pick<ApiKey, 'createdAt' | 'prefix'>,
    activeAt?: Date,
  ): Promise<ApiKey[]> {
    const keys = { account_id: accountId, ...(activeAt && activeKeys(activeAt)) };
    const instant = after && BigInt(after.createdAt.getTime());
    const rows = await this.database.read((manager) =>
      manager.find(ApiKeySchema, {
        where:
          after === undefined || instant === undefined
            ? keys
            : [
                { ...keys, created_at: LessThan(instant) },
                { ...keys, created_at: instant, prefix: LessThan(after.prefix) },
              ],
        order: { created_at: 'DESC', prefix: 'DESC' },
        take: limit,
      }),
    );
    return rows.map(apiKeyFromRow);
  }

  async countActive(accountId: bigint, at: Date): Promise<number> {
    return this.database.read((manager) => manager.countBy(ApiKeySchema, { account_id: accountId, ...activeKeys(at) }));
  }

  async revoke(prefix: string, at: Date): Promise<void> {
    await this.database.run((manager) =>
      manager.update(ApiKeySchema, { prefix, revoked_at: IsNull() }, { revoked_at: BigInt(at.getTime()) }),
    );
  }

  async revokeOf(accountId: bigint, at: Date): Promise<void> {
    await this.database.run((manager) =>
      manager.update(
        ApiKeySchema,
        { account_id: accountId, revoked_at: IsNull() },
        { revoked_at: BigInt(at.getTime()) },
      ),
    );
  }

  async recordUse(prefix: string, at: Date): Promise<void> {
    await this.database.run((manager) =>
      manager.update(ApiKeySchema, { prefix }, { last_used_at: BigInt(at.getTime()) }),
    );
  }
}

/** The condition that a key is neither revoked nor expired. */
function activeKeys(at: Date) {
  return { revoked_at: IsNull(), expires_at: Or(IsNull(), MoreThan(BigInt(at.getTime()))) };
}
