import type { Account, NewAccount } from '../../../domain/account.js';
import { DomainError, hasCode } from '../../../domain/errors.js';
import type { AccountRepository } from '../../../domain/ports/repositories.js';
import type { Database } from './database.js';
import { AccountEntity } from './entities.js';

// Accounts are added by SQL that is written by hand, because the entity manager fails on generated ids that are bigint
// or above 2^53.
const ACCOUNTS = { name: 'accounts', columns: ['email', 'created_at', 'password_hash'] };

/** Keeps the accounts and the hashes of their passwords in the table `accounts`. */
export class TypeormAccountRepository implements AccountRepository {
  constructor(private readonly database: Database) {}

  async add({ email, createdAt }: NewAccount, passwordHash?: string): Promise<Account> {
    try {
      const row = { table: ACCOUNTS, rows: [[email, BigInt(createdAt.getTime()), passwordHash ?? null]] };
      const id = await this.database.execute((connection) => this.database.dialect.insertOne(connection, row));
      return { id, email, createdAt: new Date(createdAt) };
    } catch (error) {
      if (!hasCode(error, 'already_exists')) throw error;
      throw new DomainError('already_exists', `An account with the email ${email} already exists.`);
    }
  }

  async find(id: bigint): Promise<Account | undefined> {
    return (await this.database.read((manager) => manager.findOneBy(AccountEntity, { id }))) ?? undefined;
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    return (await this.database.read((manager) => manager.findOneBy(AccountEntity, { email }))) ?? undefined;
  }

  list(): Promise<Account[]> {
    return this.database.read((manager) => manager.find(AccountEntity, { order: { id: 'ASC' } }));
  }

  async findPasswordHash(id: bigint): Promise<string | undefined> {
    const row = await this.database.read((manager) =>
      manager.findOne(AccountEntity, { where: { id }, select: { passwordHash: true } }),
    );
    return row?.passwordHash ?? undefined;
  }

  async setPasswordHash(id: bigint, hash: string): Promise<void> {
    await this.database.run((manager) => manager.update(AccountEntity, { id }, { passwordHash: hash }));
  }

  async remove(id: bigint): Promise<void> {
    await this.database.run((manager) => manager.delete(AccountEntity, { id }));
  }
}
