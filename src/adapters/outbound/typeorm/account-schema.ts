import { EntitySchema } from 'typeorm';
import type { Account, NewAccount } from '../../../domain/account.js';

/** An account as the table `accounts` holds it. */
interface AccountRow {
  readonly id: bigint | number | string;
  readonly email: string;
  /** Milliseconds since 1970, UTC. */
  readonly created_at: bigint | number | string;
  /** Null: the account cannot be signed in to. */
  readonly password_hash: string | null;
}

export const AccountSchema = new EntitySchema<AccountRow>({
  name: 'account',
  tableName: 'accounts',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    email: { type: 'varchar' },
    created_at: { type: 'bigint' },
    password_hash: { type: 'varchar', nullable: true, select: false }, // only when it is selected explicitly
  },
});

export function accountFromRow({ id, email, created_at }: Omit<AccountRow, 'password_hash'>): Account {
  return { id: BigInt(id), email, createdAt: new Date(Number(created_at)) };
}

export function accountToRow({ email, createdAt }: NewAccount, passwordHash?: string): Omit<AccountRow, 'id'> {
  return { email, created_at: BigInt(createdAt.getTime()), password_hash: passwordHash ?? null };
}
