import type { ApiKey } from '../../../../domain/api-key.js';
import type { ApiKeyPosition, ApiKeyRepository } from '../../../../domain/ports/repositories.js';
import { READ, type Database } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import { instantOf, millisecondsOf, optionalInstantOf, type Integer } from '../schema/entities.js';
import { purgeBefore } from '../maintenance/purge.js';
import { ApiKeyCache } from './api-key-cache.js';
import { batchedLookup, places } from './batched-lookup.js';
import { LastUses } from './last-uses.js';

const COLUMNS = 'prefix, hash, account_id, name, created_at, expires_at, last_used_at, revoked_at';
const FIND = `SELECT ${COLUMNS} FROM api_keys WHERE`;
const INSERT = `INSERT INTO api_keys (${COLUMNS}) VALUES (${places(8)})`;
const IS_ACTIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

interface Row {
  readonly prefix: string;
  readonly hash: string;
  readonly account_id: Integer;
  readonly name: string;
  readonly created_at: Integer;
  readonly expires_at: Integer | null;
  readonly last_used_at: Integer | null;
  readonly revoked_at: Integer | null;
}

function apiKeyOf(row: Row): ApiKey {
  return {
    prefix: row.prefix,
    hash: row.hash,
    accountId: BigInt(row.account_id),
    name: row.name,
    createdAt: instantOf(row.created_at),
    expiresAt: optionalInstantOf(row.expires_at),
    lastUsedAt: optionalInstantOf(row.last_used_at),
    revokedAt: optionalInstantOf(row.revoked_at),
  };
}

function valuesOf({ prefix, hash, accountId, name, createdAt, ...others }: ApiKey): unknown[] {
  const { expiresAt, lastUsedAt, revokedAt } = others;
  return [prefix, hash, accountId, name, ...[createdAt, expiresAt, lastUsedAt, revokedAt].map(millisecondsOrNull)];
}

function millisecondsOrNull(instant: Date | undefined): bigint | null {
  return instant === undefined ? null : millisecondsOf(instant);
}

/**
 * Keeps the API keys in the table `api_keys`, and active ones also in memory for four seconds, because every request
 * looks for one. A change by another instance takes effect within that time, and a change by this one immediately.
 */
export class SqlApiKeyRepository implements ApiKeyRepository {
  private readonly cache: ApiKeyCache;
  readonly lastUses: LastUses;

  constructor(private readonly database: Database) {
    const lookUp = batchedLookup<Row, ApiKey>(database, {
      select: (keys) => `${FIND} prefix IN (${places(keys)}) AND account_id IN (SELECT id FROM accounts)`,
      read: apiKeyOf,
      keyOf: ({ prefix }) => prefix,
    });
    this.cache = new ApiKeyCache(lookUp);
    this.lastUses = new LastUses(
      database,
      (keys) =>
        `UPDATE api_keys SET last_used_at = ? WHERE prefix IN (${places(keys)}) AND (last_used_at IS NULL OR last_used_at < ?)`,
      (prefix) => this.cache.forget(prefix),
    );
  }

  async change<Stored extends readonly ApiKey[]>(
    accountId: bigint,
    rule: (unrevoked: readonly ApiKey[]) => Stored,
  ): Promise<Stored | undefined> {
    const concerned = new Set<string>();
    try {
      return await this.database.transaction(async (connection) => {
        const lock = `SELECT id FROM accounts WHERE id = ? ${this.database.dialect.sql.lockRow}`;
        if ((await connection.query<Row[]>(lock, [accountId])).length === 0) return undefined;
        const found = await connection.query<Row[]>(`${FIND} account_id = ? AND revoked_at IS NULL`, [accountId]);
        const stored = rule(found.map(apiKeyOf));
        for (const key of stored) {
          concerned.add(key.prefix);
          await store(connection, key, !found.some(({ prefix }) => prefix === key.prefix));
        }
        return stored;
      });
    } finally {
      for (const prefix of concerned) this.cache.forget(prefix); // A change may be made even if its answer is lost.
    }
  }

  findForRequest(prefix: string): Promise<ApiKey | undefined> {
    return this.cache.find(prefix);
  }

  async find(prefix: string): Promise<ApiKey | undefined> {
    const [row] = await this.database.query<Row[]>(`${FIND} prefix = ?`, [prefix], READ);
    return row && apiKeyOf(row);
  }

  async list(limit: number, after = ''): Promise<ApiKey[]> {
    const text = `${FIND} prefix > ? ORDER BY prefix LIMIT ?`;
    return (await this.database.query<Row[]>(text, [after, limit], READ)).map(apiKeyOf);
  }

  /**
   * The first condition of `after` bounds the range of the index. For `(created_at, prefix) < (?, ?)`, MySQL would read
   * every key of the account.
   */
  async listNewestOf(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]> {
    const conditions = ['account_id = ?'];
    const values: unknown[] = [accountId];
    if (activeAt !== undefined) {
      conditions.push(IS_ACTIVE);
      values.push(millisecondsOf(activeAt));
    }
    if (after !== undefined) {
      const createdAt = millisecondsOf(after.createdAt);
      conditions.push('created_at <= ? AND (created_at < ? OR prefix < ?)');
      values.push(createdAt, createdAt, after.prefix);
    }
    const text = `${FIND} ${conditions.join(' AND ')} ORDER BY created_at DESC, prefix DESC LIMIT ?`;
    return (await this.database.query<Row[]>(text, [...values, limit], READ)).map(apiKeyOf);
  }

  recordUse(prefix: string, at: Date): void {
    this.lastUses.record(prefix, at);
  }

  async purge(before: Date): Promise<void> {
    for (const column of ['revoked_at', 'expires_at']) await purgeBefore(this.database, 'api_keys', column, before);
  }
}

/** Inserts a key, or changes when one ends. Does not write its last use, which may be changing at the same time. */
async function store(connection: Connection, key: ApiKey, isNew: boolean): Promise<void> {
  const { prefix, expiresAt, revokedAt } = key;
  if (isNew) await connection.query(INSERT, valuesOf(key));
  else {
    const text = 'UPDATE api_keys SET expires_at = ?, revoked_at = ? WHERE prefix = ?';
    await connection.query(text, [millisecondsOrNull(expiresAt), millisecondsOrNull(revokedAt), prefix]);
  }
}
