import type { Account, NewAccount } from '../../../domain/account.js';
import { DomainError } from '../../../domain/errors.js';
import type { AccountRepository } from '../../../domain/ports/account-repository.js';
import { accountFromRow, AccountSchema, accountToRow } from './account-schema.js';
import type { Database } from './database.js';
import { DuplicateError } from '../support/errors.js';

// Not through the entity manager, which stumbles over generated ids that are bigint or above 2^53.
const INSERT_ACCOUNT = 'INSERT INTO accounts (email, created_at, password_hash) VALUES (?, ?, ?)';

/** Accounts in the table `accounts`. */
export class TypeormAccountRepository implements AccountRepository {
  constructor(private readonly database: Database) {}

  async add({ email, createdAt }: NewAccount, passwordHash?: string): Promise<Account> {
    try {
      const row = accountToRow({ email, createdAt }, passwordHash);
      const result: unknown = await this.database.run((manager) =>
        manager.query(INSERT_ACCOUNT, [row.email, row.created_at, row.password_hash]),
      );
      return { id: this.database.dialect.insertedId(result), email, createdAt };
    } catch (error) {
      if (!(error instanceof DuplicateError)) throw error;
      throw new DomainError('already_exists', `An account has the email ${email} already.`);
    }
  }

  async find(id: bigint): Promise<Account | undefined> {
    const row = await this.database.read((manager) => manager.findOneBy(AccountSchema, { id }));
    return row === null ? undefined : accountFromRow(row);
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    const row = await this.database.read((manager) => manager.findOneBy(AccountSchema, { email }));
    return row === null ? undefined : accountFromRow(row);
  }

  async list(): Promise<Account[]> {
    const rows = await this.database.read((manager) => manager.find(AccountSchema, { order: { id: 'ASC' } }));
    return rows.map(accountFromRow);
  }

  async findPasswordHash(id: bigint): Promise<string | undefined> {
    const row = await this.database.read((manager) =>
      manager.findOne(AccountSchema, { where: { id }, select: { password_hash: true } }),
    );
    return row?.password_hash ?? undefined;
  }

  async setPasswordHash(id: bigint, hash: string): Promise<void> {
    await this.database.run((manager) => manager.update(AccountSchema, { id }, { password_hash: hash }));
  }

  async remove(id: bigint): Promise<void> {
    await this.database.run((manager) => manager.delete(AccountSchema, { id }));
  }
}
