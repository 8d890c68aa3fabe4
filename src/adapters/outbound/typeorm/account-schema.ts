import { EntitySchema } from 'typeorm';
import type { Account, NewAccount } from '../../../domain/account.js';

/** An account as the table `accounts` holds it. */
export interface AccountRow {
  readonly id: bigint | string;
  readonly email: string;
  /** Milliseconds since 1970, UTC. */
  readonly created_at: bigint | string;
}

export const AccountSchema = new EntitySchema<AccountRow>({
  name: 'account',
  tableName: 'accounts',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    email: { type: 'varchar' },
    created_at: { type: 'bigint' },
  },
});

export function accountFromRow({ id, email, created_at }: AccountRow): Account {
  return { id: BigInt(id), email, createdAt: new Date(Number(created_at)) };
}

export function accountToRow({ email, createdAt }: NewAccount): Omit<AccountRow, 'id'> {
  return { email, created_at: BigInt(createdAt.getTime()) };
}
