import type { Account, NewAccount } from '../account.js';

/** Keeps the accounts. Every method rejects with DomainError `unavailable` where the store cannot answer. */
export interface AccountRepository {
  /**
   * Adds the account, with its password's hash where it has one, wholly or not at all.
   * Rejects with DomainError `already_exists` where another account has this email.
   */
  add(account: NewAccount, passwordHash?: string): Promise<Account>;
  /** The account with this id, or `undefined`. */
  find(id: bigint): Promise<Account | undefined>;
  /** The account with exactly this email, or `undefined`. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** Every account, in the order they were added. */
  list(): Promise<Account[]>;
  /** The hash of the account's password; `undefined` where the account has none, or does not exist. */
  findPasswordHash(id: bigint): Promise<string | undefined>;
  /** Does nothing where the account does not exist. */
  setPasswordHash(id: bigint, hash: string): Promise<void>;
  /** Removes the account; its email is free again, its id is never reused. Does nothing where it does not exist. */
  remove(id: bigint): Promise<void>;
}
