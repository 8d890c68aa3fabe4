import { IsNull, LessThanOrEqual, MoreThan, Or, Raw, type FindManyOptions, type FindOptionsWhere } from 'typeorm';
import type { ApiKey } from '../../../domain/api-key.js';
import type { ApiKeyPosition, ApiKeyRepository } from '../../../domain/ports/repositories.js';
import { restore } from '../../../domain/values.js';
import { READ, type Database } from './database.js';
import { apiKeyFromRow, ApiKeyEntity } from './entities.js';
import { purgeBefore } from './purge.js';

export class TypeormApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly database: Database) {}

  async add(key: ApiKey): Promise<void> {
    await this.database.run((manager) => manager.insert(ApiKeyEntity, { ...key }));
  }

  // Of every request whose key is not cached, so without the entity manager: 14 µs of CPU in place of 70 on SQLite.
  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const text = 'SELECT * FROM api_keys WHERE hash = ?';
    const [row] = await this.database.query<Record<string, unknown>[]>(text, [hash], READ);
    return row && restore('API key', apiKeyFromRow(row));
  }

  async findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    const row = await this.database.read((manager) => manager.findOneBy(ApiKeyEntity, { prefix }));
    return row === null ? undefined : restore('API key', row);
  }

  list(accountId?: bigint): Promise<ApiKey[]> {
    const where = accountId === undefined ? {} : { accountId };
    return this.find({ where, order: { createdAt: 'ASC', prefix: 'ASC' } });
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
    return this.update({ prefix }, { lastUsedAt: at });
  }

  async purge(before: Date): Promise<void> {
    for (const column of ['revoked_at', 'expires_at']) {
      await purgeBefore(this.database, { table: 'api_keys', key: 'prefix', column }, before);
    }
  }

  private async find(options: FindManyOptions<ApiKey>): Promise<ApiKey[]> {
    const rows = await this.database.read((manager) => manager.find(ApiKeyEntity, options));
    return rows.map((row) => restore('API key', row));
  }

  private async update(where: FindOptionsWhere<ApiKey>, changes: Partial<ApiKey>): Promise<void> {
    await this.database.run((manager) => manager.update(ApiKeyEntity, where, changes));
  }
}

function activeKeys(at: Date) {
  return { revokedAt: IsNull(), expiresAt: Or(IsNull(), MoreThan(at)) };
}

/** The first condition bounds the range of the index; with only an OR, the engine would read every key of the account. */
function keysBefore({ createdAt, prefix }: ApiKeyPosition) {
  const values = { createdAt: BigInt(createdAt.getTime()), prefix };
  const isBefore = Raw((column) => `(created_at < :createdAt OR ${column} < :prefix)`, values);
  return { createdAt: LessThanOrEqual(createdAt), prefix: isBefore };
}
