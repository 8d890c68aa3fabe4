import type { Account, NewAccount } from '../account.js';

/**
 * Keeps the accounts. A returned object is a copy: changing it changes nothing in the repository. Every method rejects with
 * DomainError `unavailable` when the store cannot answer; a change may then have been made or not.
 */
export interface AccountRepository {
  /**
   * Adds the account, and the hash of its password if it has one, wholly or not at all.
   * Rejects with DomainError `already_exists` when another account has exactly this email, also when both are added at the same time.
   * Ids ascend in the order of adding, and may have gaps.
   */
  add(account: NewAccount, passwordHash?: string): Promise<Account>;
  /** The account with this id, or `undefined`. */
  find(id: bigint): Promise<Account | undefined>;
  /** The account with exactly this email, or `undefined`. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** Every account, in ascending order of id. */
  list(): Promise<Account[]>;
  /** The hash of the account's password; `undefined` when the account has none, or does not exist. */
  findPasswordHash(id: bigint): Promise<string | undefined>;
  /** Does nothing when the account does not exist. */
  setPasswordHash(id: bigint, hash: string): Promise<void>;
  /** Removes the account; its email is free again, its id is never reused. Does nothing when it does not exist. */
  remove(id: bigint): Promise<void>;
}
