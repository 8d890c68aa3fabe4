import { MoreThan } from 'typeorm';
import type { Account, NewAccount } from '../../../../domain/account.js';
import type { AccountRepository } from '../../../../domain/ports/repositories.js';
import { READ, type Database } from '../execution/database.js';
import { ACCOUNT, instantOf, type Integer } from '../schema/entities.js';

interface Row {
  readonly id: Integer;
  readonly email: string;
  readonly created_at: Integer;
}

function accountOf({ id, email, created_at: createdAt }: Row): Account {
  return { id: BigInt(id), email, createdAt: instantOf(createdAt) };
}

export class SqlAccountRepository implements AccountRepository {
  constructor(private readonly database: Database) {}

  /** Reads the generated id in the same transaction, because the results of drivers differ. */
  add({ email, createdAt }: NewAccount, passwordHash?: string): Promise<Account> {
    return this.database.transaction(async ({ runner: { manager } }) => {
      await manager.insert(ACCOUNT, { email, createdAt, passwordHash });
      return manager.findOneByOrFail(ACCOUNT, { email });
    });
  }

  /** Sends one plain statement, because requests with a cookie pay for it (ADR 4). */
  async find(id: bigint): Promise<Account | undefined> {
    const text = 'SELECT id, email, created_at FROM accounts WHERE id = ?';
    const [row] = await this.database.query<Row[]>(text, [id], READ);
    return row && accountOf(row);
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    const find = this.database.execute(({ runner }) => runner.manager.findOneBy(ACCOUNT, { email }), READ);
    return (await find) ?? undefined;
  }

  list(limit: number, after = 0n): Promise<Account[]> {
    const query = { where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit } as const;
    return this.database.execute(({ runner }) => runner.manager.find(ACCOUNT, query), READ);
  }

  async findPasswordHash(id: bigint): Promise<string | undefined> {
    const query = { select: { passwordHash: true }, where: { id } };
    const found = await this.database.execute(({ runner }) => runner.manager.findOne(ACCOUNT, query), READ);
    return found?.passwordHash;
  }

  async setPasswordHash(id: bigint, passwordHash: string): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.update(ACCOUNT, { id }, { passwordHash }));
  }

  async remove(id: bigint): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.delete(ACCOUNT, { id }));
  }
}
