import type { Account, NewAccount } from '../../../domain/account.js';
import { DomainError } from '../../../domain/errors.js';
import type { AccountRepository } from '../../../domain/ports/repositories.js';

export class MemoryAccountRepository implements AccountRepository {
  private readonly accounts = new Map<bigint, Account>();
  private readonly passwordHashes = new Map<bigint, string>();

  constructor(private nextId = 1n) {}

  async add({ email, createdAt }: NewAccount, passwordHash?: string): Promise<Account> {
    if (this.withEmail(email)) throw new DomainError('already_exists', 'Another account has this email.');
    const account = { id: this.nextId++, email, createdAt };
    this.accounts.set(account.id, structuredClone(account));
    if (passwordHash !== undefined) this.passwordHashes.set(account.id, passwordHash);
    return structuredClone(account);
  }

  async find(id: bigint): Promise<Account | undefined> {
    return structuredClone(this.accounts.get(id));
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    return structuredClone(this.withEmail(email));
  }

  has(id: bigint): boolean {
    return this.accounts.has(id);
  }

  async list(limit: number, after = 0n): Promise<Account[]> {
    const following = [...this.accounts.values()].filter(({ id }) => id > after);
    return structuredClone(following.slice(0, limit));
  }

  async findPasswordHash(id: bigint): Promise<string | undefined> {
    return this.passwordHashes.get(id);
  }

  async setPasswordHash(id: bigint, hash: string): Promise<void> {
    if (this.accounts.has(id)) this.passwordHashes.set(id, hash);
  }

  async remove(id: bigint): Promise<void> {
    this.accounts.delete(id);
    this.passwordHashes.delete(id);
  }

  private withEmail(email: string): Account | undefined {
    return [...this.accounts.values()].find((account) => account.email === email);
  }
}
