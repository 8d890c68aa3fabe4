import { IsNull, LessThan, MoreThan, type FindOptionsWhere } from 'typeorm';
import type { ApiKey } from '../../../../domain/api-key.js';
import type { ApiKeyPosition, ApiKeyRepository } from '../../../../domain/ports/repositories.js';
import { READ, type Database, type ExecuteOptions } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import { API_KEY, type Integer, readerOf, selectionOf, type Row } from '../schema/entities.js';
import { LastUses } from './last-uses.js';
import { lookups } from './lookups.js';
import { purgeBefore } from '../maintenance/purge.js';
import { RecentApiKeys } from './recent-api-keys.js';

const FIND = `SELECT ${selectionOf(API_KEY.columns)} FROM api_keys`;
const HAS_ACCOUNT = 'AND account_id IN (SELECT id FROM accounts)';
const IS_ACTIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';
const COUNT_ACTIVE = `SELECT COUNT(*) AS count FROM api_keys WHERE account_id = ? AND ${IS_ACTIVE}`;
const read = readerOf(API_KEY.columns);

/**
 * Keeps the API keys in the table `api_keys`. It gives a key as it was found within the last four seconds, because
 * every request looks for one. A change by another instance takes effect within that time, and a change by this one
 * immediately.
 */
export class SqlApiKeyRepository implements ApiKeyRepository {
  private readonly recent: RecentApiKeys;
  private readonly uses = new LastUses(async (prefix, at) => {
    const conditions = () => [IsNull(), LessThan(at)].map((lastUsedAt) => ({ prefix, lastUsedAt }));
    await this.update({ lastUsedAt: at }, conditions, { effect: 'once' });
    this.recent.forget((key) => key.prefix === prefix);
  });

  constructor(private readonly database: Database) {
    const lookup = lookups(database, FIND, read, HAS_ACCOUNT);
    this.recent = new RecentApiKeys((hash) => lookup.load(hash));
  }

  add(key: ApiKey, maxActive: number) {
    return this.insert(key, maxActive, async () => undefined);
  }

  replace(replaced: string, end: Date, key: ApiKey, maxActive: number) {
    const expire = async ({ runner }: Connection) => {
      const conditions = [IsNull(), MoreThan(end)].map((expiresAt) => ({ prefix: replaced, expiresAt }));
      await runner.manager.update(API_KEY, conditions, { expiresAt: end });
    };
    return this.recent.change(this.insert(key, maxActive, expire), ({ prefix }) => prefix === replaced);
  }

  /**
   * Locks the row of the account, so that additions for one account, and its removal, happen one after the other.
   * TypeORM locks only in a transaction of its own.
   * @param before what the same transaction does before it inserts the key
   */
  private insert(key: ApiKey, maxActive: number, before: (connection: Connection) => Promise<void>) {
    const { accountId, createdAt } = key;
    return this.database.transaction(async (connection) => {
      const lock = `SELECT id FROM accounts WHERE id = ? ${this.database.dialect.sql.lockRow}`;
      const accounts = await connection.query<unknown[]>(lock, [accountId]);
      if (accounts.length === 0) return 'no account' as const;
      // For two alternatives with all conditions, as TypeORM writes them, SQLite would read every key that has not expired.
      const [row] = await connection.query<{ count: Integer }[]>(COUNT_ACTIVE, [
        accountId,
        BigInt(createdAt.getTime()),
      ]);
      if (Number(row?.count) >= maxActive) return 'at limit' as const;
      await before(connection);
      await connection.runner.manager.insert(API_KEY, key);
      return 'added' as const;
    });
  }

  findByHash(hash: string): Promise<ApiKey | undefined> {
    return this.recent.find(hash);
  }

  async findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    const find = this.database.execute(({ runner }) => runner.manager.findOneBy(API_KEY, { prefix }), READ);
    return (await find) ?? undefined;
  }

  async list(limit: number, after = ''): Promise<ApiKey[]> {
    const text = `${FIND} WHERE prefix > ? ORDER BY prefix LIMIT ?`;
    return (await this.database.query<Row[]>(text, [after, limit], READ)).map(read);
  }

  /**
   * Sends plain SQL, which costs less than a statement that TypeORM builds (ADR 4). The first condition of `after` bounds
   * the range of the index. For `(created_at, prefix) < (?, ?)`, MySQL would read every key of the account.
   */
  async listNewestOf(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]> {
    const conditions = ['account_id = ?'];
    const values: unknown[] = [accountId];
    if (activeAt !== undefined) {
      conditions.push(IS_ACTIVE);
      values.push(BigInt(activeAt.getTime()));
    }
    if (after !== undefined) {
      const createdAt = BigInt(after.createdAt.getTime());
      conditions.push('created_at <= ? AND (created_at < ? OR prefix < ?)');
      values.push(createdAt, createdAt, after.prefix);
    }
    const text = `${FIND} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, prefix DESC LIMIT ?`;
    return (await this.database.query<Row[]>(text, [...values, limit], READ)).map(read);
  }

  revoke(prefix: string, at: Date): Promise<void> {
    const change = this.update({ revokedAt: at }, () => [{ prefix, revokedAt: IsNull() }]);
    return this.recent.change(change, (key) => key.prefix === prefix);
  }

  revokeOf(accountId: bigint, at: Date): Promise<void> {
    const change = this.update({ revokedAt: at }, () => [{ accountId, revokedAt: IsNull() }]);
    return this.recent.change(change, (key) => key.accountId === accountId);
  }

  recordUse(prefix: string, at: Date): Promise<void> {
    return this.uses.record(prefix, at);
  }

  async purge(before: Date): Promise<void> {
    for (const property of ['revokedAt', 'expiresAt'] as const) {
      await purgeBefore(this.database, { entity: API_KEY, property }, before);
    }
  }

  /** @param conditions returns the conditions of which a key meets one, new ones for each attempt */
  private async update(
    change: Partial<ApiKey>,
    conditions: () => FindOptionsWhere<ApiKey>[],
    options?: ExecuteOptions,
  ): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.update(API_KEY, conditions(), change), options);
  }
}
