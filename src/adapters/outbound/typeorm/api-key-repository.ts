import { IsNull, LessThan, MoreThan, type FindOptionsWhere } from 'typeorm';
import type { ApiKey } from '../../../domain/api-key.js';
import type { ApiKeyPosition, ApiKeyRepository } from '../../../domain/ports/repositories.js';
import { READ, type Database } from './database.js';
import type { Connection } from './dialect.js';
import { API_KEY } from './entities.js';
import { lookUpBy } from './look-up.js';
import { purgeBefore } from './purge.js';

const findByHash = lookUpBy(API_KEY, 'hash');

const OLDEST_FIRST = { createdAt: 'ASC', prefix: 'ASC' } as const;
const ACTIVE = 'key.revokedAt IS NULL AND (key.expiresAt IS NULL OR key.expiresAt > :now)';

/**
 * The first condition bounds the range of the index. For `(created_at, prefix) < (?, ?)`, MySQL would read every key of
 * the account.
 */
const OLDER = 'key.createdAt <= :createdAt AND (key.createdAt < :createdAt OR key.prefix < :prefix)';

/** Keeps the API keys in the table `api_keys`. */
export class SqlApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks the row of the account, so that additions for one account, and its removal, happen one after the other.
   * TypeORM locks only in a transaction of its own.
   */
  add(key: ApiKey, maxActive: number): Promise<'added' | 'at limit' | 'no account'> {
    const { accountId, createdAt } = key;
    return this.database.transaction(async (connection) => {
      const lock = `SELECT id FROM accounts WHERE id = ? ${this.database.dialect.lockRow}`;
      const accounts = await connection.query<unknown[]>(lock, [accountId]);
      if (accounts.length === 0) return 'no account';
      if ((await keysOf(connection, accountId, createdAt).getCount()) >= maxActive) return 'at limit';
      await connection.runner.manager.insert(API_KEY, key);
      return 'added';
    });
  }

  findByHash(hash: string): Promise<ApiKey | undefined> {
    return findByHash(this.database, hash);
  }

  async findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    const find = this.database.execute(({ runner }) => runner.manager.findOneBy(API_KEY, { prefix }), READ);
    return (await find) ?? undefined;
  }

  list(): Promise<ApiKey[]> {
    return this.database.execute(({ runner }) => runner.manager.find(API_KEY, { order: OLDEST_FIRST }), READ);
  }

  listOf(accountId: bigint): Promise<ApiKey[]> {
    const query = { where: { accountId }, order: OLDEST_FIRST };
    return this.database.execute(({ runner }) => runner.manager.find(API_KEY, query), READ);
  }

  page(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]> {
    return this.database.execute((connection) => {
      const keys = keysOf(connection, accountId, activeAt);
      if (after) keys.andWhere(OLDER, { createdAt: BigInt(after.createdAt.getTime()), prefix: after.prefix });
      return keys.orderBy('key.createdAt', 'DESC').addOrderBy('key.prefix', 'DESC').limit(limit).getMany();
    }, READ);
  }

  revoke(prefix: string, at: Date): Promise<void> {
    return this.update({ prefix, revokedAt: IsNull() }, { revokedAt: at });
  }

  expire(prefix: string, at: Date): Promise<void> {
    const later = [IsNull(), MoreThan(at)].map((expiresAt) => ({ prefix, expiresAt }));
    return this.update(later, { expiresAt: at });
  }

  revokeOf(accountId: bigint, at: Date): Promise<void> {
    return this.update({ accountId, revokedAt: IsNull() }, { revokedAt: at });
  }

  recordUse(prefix: string, at: Date): Promise<void> {
    const earlier = [IsNull(), LessThan(at)].map((lastUsedAt) => ({ prefix, lastUsedAt }));
    return this.update(earlier, { lastUsedAt: at });
  }

  async purge(before: Date): Promise<void> {
    for (const column of ['revokedAt', 'expiresAt'] as const) {
      await purgeBefore(this.database, { entity: API_KEY, key: 'prefix', column }, before);
    }
  }

  /** @param keys one or more conditions, of which a key meets one */
  private async update(
    keys: FindOptionsWhere<ApiKey> | FindOptionsWhere<ApiKey>[],
    change: Partial<ApiKey>,
  ): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.update(API_KEY, keys, change));
  }
}

/** Selects the keys of an account. @param activeAt limits them to those that are active at this instant */
function keysOf(connection: Connection, accountId: bigint, activeAt?: Date) {
  const keys = connection.runner.manager
    .createQueryBuilder(API_KEY, 'key')
    .where('key.accountId = :accountId', { accountId });
  return activeAt === undefined ? keys : keys.andWhere(ACTIVE, { now: BigInt(activeAt.getTime()) });
}
