import type { Account, NewAccount } from '../account.js';

/** Keeps the accounts. Every method rejects with DomainError `unavailable` where the store cannot answer. */
export interface AccountRepository {
  /** Rejects with DomainError `already_exists` where another account has this email. */
  add(account: NewAccount): Promise<Account>;
  /** The account with exactly this email, or `undefined`. */
  findByEmail(email: string): Promise<Account | undefined>;
  /** Every account, in the order they were added. */
  list(): Promise<Account[]>;
}
