import type { ApiKey } from '../api-key.js';

/** Keeps the API keys. Every method rejects with DomainError `unavailable` where the store cannot answer. */
export interface ApiKeyRepository {
  /** Rejects with DomainError `already_exists` where another key has this prefix or this hash. */
  add(key: ApiKey): Promise<void>;
  findByHash(hash: string): Promise<ApiKey | undefined>;
  findByPrefix(prefix: string): Promise<ApiKey | undefined>;
  /** The keys of one account, or of all, in the order they were made; keys of the same instant by prefix. */
  list(accountId?: bigint): Promise<ApiKey[]>;
  /**
   * The keys of one account, newest first, keys of the same instant by prefix descending: at most `limit` of those that
   * follow `after` in this order. `after` itself need not exist any more.
   */
  page(accountId: bigint, limit: number, after?: Pick<ApiKey, 'createdAt' | 'prefix'>): Promise<ApiKey[]>;
  /** How many keys of the account are neither revoked nor expired at this instant. */
  countActive(accountId: bigint, at: Date): Promise<number>;
  /** Sets the instant of revocation where none is set; does nothing where the key is revoked or unknown. */
  revoke(prefix: string, at: Date): Promise<void>;
  /** The same for every key of the account. */
  revokeOf(accountId: bigint, at: Date): Promise<void>;
  /** Sets the instant of last use; does nothing where the key is unknown. */
  recordUse(prefix: string, at: Date): Promise<void>;
}
