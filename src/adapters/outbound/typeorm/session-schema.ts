import { EntitySchema } from 'typeorm';
import type { Session } from '../../../domain/session.js';

/** A session as the table `sessions` holds it. Instants are milliseconds since 1970, UTC. */
interface SessionRow {
  readonly hash: string;
  readonly account_id: bigint | number | string;
  readonly created_at: bigint | number | string;
  readonly last_seen_at: bigint | number | string;
  readonly address: string | null;
  /** Absent unless a query selects it. */
  readonly flash?: string | null;
}

export const SessionSchema = new EntitySchema<SessionRow>({
  name: 'session',
  tableName: 'sessions',
  columns: {
    hash: { type: 'varchar', primary: true },
    account_id: { type: 'bigint' },
    created_at: { type: 'bigint' },
    last_seen_at: { type: 'bigint' },
    address: { type: 'varchar', nullable: true },
    flash: { type: 'varchar', nullable: true, select: false },
  },
});

export function sessionFromRow({ hash, account_id, created_at, last_seen_at, address }: SessionRow): Session {
  return {
    hash,
    accountId: BigInt(account_id),
    createdAt: new Date(Number(created_at)),
    lastSeenAt: new Date(Number(last_seen_at)),
    ...(address !== null && { address }),
  };
}

export function sessionToRow({ hash, accountId, createdAt, lastSeenAt, address }: Session): SessionRow {
  return {
    hash,
    account_id: accountId,
    created_at: BigInt(createdAt.getTime()),
    last_seen_at: BigInt(lastSeenAt.getTime()),
    address: address ?? null,
  };
}
