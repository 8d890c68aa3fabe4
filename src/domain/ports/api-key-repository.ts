import type { ApiKey } from '../api-key.js';

/** The place of a key in a list. */
export type ApiKeyPosition = Pick<ApiKey, 'createdAt' | 'prefix'>;

/** Keeps the API keys. Copies and errors are as those of AccountRepository. */
export interface ApiKeyRepository {
  /** Rejects with DomainError `already_exists` when another key has this prefix or this hash, and changes nothing. */
  add(key: ApiKey): Promise<void>;
  /** The key, active or not, or `undefined`. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** The key, active or not, or `undefined`. */
  findByPrefix(prefix: string): Promise<ApiKey | undefined>;
  /** The keys of one account, or of all, by instant of creation and then by prefix in the order of its code units. */
  list(accountId?: bigint): Promise<ApiKey[]>;
  /**
   * The keys of one account, newest first, keys of the same instant by prefix descending: at most `limit` of those that
   * follow `after` in this order. `after` itself need not exist any more. With `activeAt`, only those that are neither
   * revoked nor expired at this instant.
   */
  page(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]>;
  /** How many keys of the account are neither revoked nor expired at this instant. */
  countActive(accountId: bigint, at: Date): Promise<number>;
  /** Sets the instant of revocation if none is set; does nothing when the key is revoked or unknown. */
  revoke(prefix: string, at: Date): Promise<void>;
  /** Sets the instant of expiry if none or a later one is set; does nothing when the key is unknown. */
  expire(prefix: string, at: Date): Promise<void>;
  /** Revokes every key of the account. */
  revokeOf(accountId: bigint, at: Date): Promise<void>;
  /** Sets the instant of last use; does nothing when the key is unknown. */
  recordUse(prefix: string, at: Date): Promise<void>;
  /** Deletes every key that was revoked or expired before this instant. */
  purge(before: Date): Promise<void>;
}
