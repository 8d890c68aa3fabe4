import {
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Or,
  Raw,
  type FindManyOptions,
  type FindOptionsWhere,
} from 'typeorm';
import type { ApiKey } from '../../../domain/api-key.js';
import type { ApiKeyPosition, ApiKeyRepository } from '../../../domain/ports/repositories.js';
import type { Database } from './database.js';
import { ApiKeyEntity } from './entities.js';
import { purgeBefore } from './purge.js';

const OLDEST_FIRST = { createdAt: 'ASC', prefix: 'ASC' } as const;

/** Keeps the API keys in the table `api_keys`. */
export class TypeormApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly database: Database) {}

  async add(key: ApiKey): Promise<void> {
    await this.database.run((manager) => manager.insert(ApiKeyEntity, { ...key }));
  }

  findByHash(hash: string): Promise<ApiKey | undefined> {
    return this.findOne({ hash });
  }

  findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    return this.findOne({ prefix });
  }

  list(): Promise<ApiKey[]> {
    return this.find({ order: OLDEST_FIRST });
  }

  listOf(accountId: bigint): Promise<ApiKey[]> {
    return this.find({ where: { accountId }, order: OLDEST_FIRST });
  }

  page(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]> {
    const where = { accountId, ...(activeAt && activeKeys(activeAt)), ...(after && keysBefore(after)) };
    return this.find({ where, order: { createdAt: 'DESC', prefix: 'DESC' }, take: limit });
  }

  countActive(accountId: bigint, at: Date): Promise<number> {
    return this.database.read((manager) => manager.countBy(ApiKeyEntity, { accountId, ...activeKeys(at) }));
  }

  revoke(prefix: string, at: Date): Promise<void> {
    return this.update({ prefix, revokedAt: IsNull() }, { revokedAt: at });
  }

  expire(prefix: string, at: Date): Promise<void> {
    return this.update({ prefix, expiresAt: Or(IsNull(), MoreThan(at)) }, { expiresAt: at });
  }

  revokeOf(accountId: bigint, at: Date): Promise<void> {
    return this.update({ accountId, revokedAt: IsNull() }, { revokedAt: at });
  }

  recordUse(prefix: string, at: Date): Promise<void> {
    return this.update({ prefix, lastUsedAt: Or(IsNull(), LessThan(at)) }, { lastUsedAt: at });
  }

  async purge(before: Date): Promise<void> {
    for (const column of ['revoked_at', 'expires_at']) {
      await purgeBefore(this.database, { table: 'api_keys', key: 'prefix', column }, before);
    }
  }

  private async findOne(where: FindOptionsWhere<ApiKey>): Promise<ApiKey | undefined> {
    return (await this.database.read((manager) => manager.findOneBy(ApiKeyEntity, where))) ?? undefined;
  }

  private find(options: FindManyOptions<ApiKey>): Promise<ApiKey[]> {
    return this.database.read((manager) => manager.find(ApiKeyEntity, options));
  }

  private async update(where: FindOptionsWhere<ApiKey>, changes: Partial<ApiKey>): Promise<void> {
    await this.database.run((manager) => manager.update(ApiKeyEntity, where, changes));
  }
}

function activeKeys(at: Date) {
  return { revokedAt: IsNull(), expiresAt: Or(IsNull(), MoreThan(at)) };
}

/**
 * The first condition bounds the range of the index. With only an OR, the engine would read every key of the account.
 */
function keysBefore({ createdAt, prefix }: ApiKeyPosition) {
  const values = { createdAt: BigInt(createdAt.getTime()), prefix };
  const isBefore = Raw((column) => `(created_at < :createdAt OR ${column} < :prefix)`, values);
  return { createdAt: LessThanOrEqual(createdAt), prefix: isBefore };
}
