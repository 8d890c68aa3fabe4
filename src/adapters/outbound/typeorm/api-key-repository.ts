import type { ApiKey } from '../../../domain/api-key.js';
import type { ApiKeyPosition, ApiKeyRepository } from '../../../domain/ports/repositories.js';
import { READ, type Database } from './database.js';
import { purgeBefore } from './purge.js';
import { API_KEY, API_KEYS, insertInto, restore, stored, valuesOf, type Integer, type Row } from './tables.js';

const ADD = insertInto(API_KEYS);
const FIND = `SELECT ${API_KEYS.columns.join(', ')} FROM api_keys`;
const OLDEST_FIRST = 'ORDER BY created_at, prefix';
const ACTIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';
const FIND_ACCOUNT = 'SELECT id FROM accounts WHERE id = ?';
const COUNT_ACTIVE = `SELECT COUNT(*) AS count FROM api_keys WHERE account_id = ? AND ${ACTIVE}`;

/** Keeps the API keys in the table `api_keys`. */
export class SqlApiKeyRepository implements ApiKeyRepository {
  constructor(private readonly database: Database) {}

  /** Locks the row of the account, so that additions for one account, and its removal, happen one after the other. */
  add(key: ApiKey, maxActive: number): Promise<'added' | 'at limit' | 'no account'> {
    const { lockRow } = this.database.dialect;
    return this.database.transaction(async (connection) => {
      const locked = await connection.query<unknown[]>(`${FIND_ACCOUNT} ${lockRow}`, [key.accountId]);
      if (locked.length === 0) return 'no account';
      const [{ count }] = await connection.query<[{ count: Integer }]>(COUNT_ACTIVE, [
        key.accountId,
        stored(key.createdAt),
      ]);
      if (Number(count) >= maxActive) return 'at limit';
      await connection.query(ADD, valuesOf(API_KEY, key));
      return 'added';
    });
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    return (await this.select('WHERE hash = ?', [hash]))[0];
  }

  async findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    return (await this.select('WHERE prefix = ?', [prefix]))[0];
  }

  list(): Promise<ApiKey[]> {
    return this.select(OLDEST_FIRST);
  }

  listOf(accountId: bigint): Promise<ApiKey[]> {
    return this.select(`WHERE account_id = ? ${OLDEST_FIRST}`, [accountId]);
  }

  /**
   * The first condition of `after` bounds the range of the index. For `(created_at, prefix) < (?, ?)`, MySQL would read
   * every key of the account.
   */
  page(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]> {
    const conditions = ['account_id = ?'];
    const values: unknown[] = [accountId];
    if (activeAt !== undefined) {
      conditions.push(ACTIVE);
      values.push(activeAt);
    }
    if (after !== undefined) {
      conditions.push('created_at <= ? AND (created_at < ? OR prefix < ?)');
      values.push(after.createdAt, after.createdAt, after.prefix);
    }
    const text = `WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, prefix DESC LIMIT ?`;
    return this.select(text, [...values, limit]);
  }

  revoke(prefix: string, at: Date): Promise<void> {
    return this.update('revoked_at = ? WHERE prefix = ? AND revoked_at IS NULL', [at, prefix]);
  }

  expire(prefix: string, at: Date): Promise<void> {
    const change = 'expires_at = ? WHERE prefix = ? AND (expires_at IS NULL OR expires_at > ?)';
    return this.update(change, [at, prefix, at]);
  }

  revokeOf(accountId: bigint, at: Date): Promise<void> {
    return this.update('revoked_at = ? WHERE account_id = ? AND revoked_at IS NULL', [at, accountId]);
  }

  recordUse(prefix: string, at: Date): Promise<void> {
    const change = 'last_used_at = ? WHERE prefix = ? AND (last_used_at IS NULL OR last_used_at < ?)';
    return this.update(change, [at, prefix, at]);
  }

  async purge(before: Date): Promise<void> {
    for (const column of ['revoked_at', 'expires_at']) {
      await purgeBefore(this.database, { table: 'api_keys', key: 'prefix', column }, before);
    }
  }

  /** @param rest the SQL that follows `FROM api_keys` */
  private async select(rest: string, values: unknown[] = []): Promise<ApiKey[]> {
    const rows = await this.database.query<Row[]>(`${FIND} ${rest}`, values.map(stored), READ);
    return rows.map((row) => restore(API_KEY, row));
  }

  /** @param change the SQL that follows `SET` */
  private async update(change: string, values: unknown[]): Promise<void> {
    await this.database.query(`UPDATE api_keys SET ${change}`, values.map(stored));
  }
}
