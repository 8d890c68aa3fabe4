import type { Account, NewAccount } from '../../../domain/account.js';
import { DomainError } from '../../../domain/errors.js';
import type { AccountRepository } from '../../../domain/ports/account-repository.js';

/** Accounts for as long as the process lives. */
export class MemoryAccountRepository implements AccountRepository {
  private readonly accounts = new Map<bigint, Account>();
  private readonly ids = new Map<string, bigint>();
  private readonly passwordHashes = new Map<bigint, string>();

  /** @param nextId the id of the first account. */
  constructor(private nextId = 1n) {}

  async add({ email, createdAt }: NewAccount, passwordHash?: string): Promise<Account> {
    if (this.ids.has(email)) throw new DomainError('already_exists', `An account has the email ${email} already.`);
    const account = { id: this.nextId++, email, createdAt };
    this.accounts.set(account.id, account);
    this.ids.set(email, account.id);
    if (passwordHash !== undefined) this.passwordHashes.set(account.id, passwordHash);
    return { ...account };
  }

  async find(id: bigint): Promise<Account | undefined> {
    const account = this.accounts.get(id);
    return account && { ...account };
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    return this.find(this.ids.get(email) ?? 0n);
  }

  async list(): Promise<Account[]> {
    return [...this.accounts.values()].map((account) => ({ ...account }));
  }

  async findPasswordHash(id: bigint): Promise<string | undefined> {
    return this.passwordHashes.get(id);
  }

  async setPasswordHash(id: bigint, hash: string): Promise<void> {
    if (this.accounts.has(id)) this.passwordHashes.set(id, hash);
  }

  async remove(id: bigint): Promise<void> {
    const account = this.accounts.get(id);
    if (account === undefined) return;
    this.accounts.delete(id);
    this.ids.delete(account.email);
    this.passwordHashes.delete(id);
  }
}
