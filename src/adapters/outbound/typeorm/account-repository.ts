import type { Account, NewAccount } from '../../../domain/account.js';
import type { AccountRepository } from '../../../domain/ports/repositories.js';
import { READ, type Database } from './database.js';
import { ACCOUNT, namesOf, restore, stored, type Row } from './tables.js';

const ADD = 'INSERT INTO accounts (email, created_at, password_hash) VALUES (?, ?, ?)';
const FIND = `SELECT ${namesOf(ACCOUNT).join(', ')} FROM accounts`;

/** Keeps the accounts and the hashes of their passwords in the table `accounts`. */
export class SqlAccountRepository implements AccountRepository {
  constructor(private readonly database: Database) {}

  /** Reads the generated id in the same transaction, because the results of drivers differ. */
  async add({ email, createdAt }: NewAccount, passwordHash?: string): Promise<Account> {
    const [row] = await this.database.transaction(async (connection) => {
      await connection.query(ADD, [email, createdAt, passwordHash].map(stored));
      return connection.query<[Row]>(`${FIND} WHERE email = ?`, [email]);
    });
    return restore<Account>(ACCOUNT, row);
  }

  async find(id: bigint): Promise<Account | undefined> {
    return (await this.select('WHERE id = ?', [id]))[0];
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    return (await this.select('WHERE email = ?', [email]))[0];
  }

  list(limit?: number): Promise<Account[]> {
    return limit === undefined ? this.select('ORDER BY id') : this.select('ORDER BY id LIMIT ?', [limit]);
  }

  async findPasswordHash(id: bigint): Promise<string | undefined> {
    const text = 'SELECT password_hash AS hash FROM accounts WHERE id = ?';
    const [row] = await this.database.query<{ hash: string | null }[]>(text, [id], READ);
    return row?.hash ?? undefined;
  }

  async setPasswordHash(id: bigint, hash: string): Promise<void> {
    await this.database.query('UPDATE accounts SET password_hash = ? WHERE id = ?', [hash, id]);
  }

  async remove(id: bigint): Promise<void> {
    await this.database.query('DELETE FROM accounts WHERE id = ?', [id]);
  }

  /** @param rest the SQL that follows `FROM accounts` */
  private async select(rest: string, values: unknown[] = []): Promise<Account[]> {
    const rows = await this.database.query<Row[]>(`${FIND} ${rest}`, values, READ);
    return rows.map((row) => restore(ACCOUNT, row));
  }
}
