import type { Account, NewAccount } from '../../../domain/account.js';
import { DomainError } from '../../../domain/errors.js';
import type { AccountRepository } from '../../../domain/ports/account-repository.js';

/** Accounts for as long as the process lives. */
export class MemoryAccountRepository implements AccountRepository {
  private readonly accounts = new Map<string, Account>();
  private nextId = 1n;

  async add({ email, createdAt }: NewAccount): Promise<Account> {
    if (this.accounts.has(email)) throw new DomainError('already_exists', `An account has the email ${email} already.`);
    const account = { id: this.nextId++, email, createdAt };
    this.accounts.set(email, account);
    return { ...account };
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    const account = this.accounts.get(email);
    return account && { ...account };
  }

  async list(): Promise<Account[]> {
    return [...this.accounts.values()].map((account) => ({ ...account }));
  }
}
