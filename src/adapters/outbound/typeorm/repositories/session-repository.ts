import { Not } from 'typeorm';
import type { SessionRepository } from '../../../../domain/ports/repositories.js';
import type { Session } from '../../../../domain/session.js';
import { READ, type Database } from '../execution/database.js';
import { instantOf, SESSION, type Integer } from '../schema/entities.js';
import { purgeBefore } from '../maintenance/purge.js';
import { batchedLookup, places } from './batched-lookup.js';
import { LastUses } from './last-uses.js';

const FIND = 'SELECT hash, account_id, created_at, last_seen_at, address, browser FROM sessions WHERE';

interface Row {
  readonly hash: string;
  readonly account_id: Integer;
  readonly created_at: Integer;
  readonly last_seen_at: Integer;
  readonly address: string | null;
  readonly browser: string | null;
}

function sessionOf(row: Row): Session {
  return {
    hash: row.hash,
    accountId: BigInt(row.account_id),
    createdAt: instantOf(row.created_at),
    lastSeenAt: instantOf(row.last_seen_at),
    address: row.address ?? undefined,
    browser: row.browser ?? undefined,
  };
}

/** Keeps the sessions in the table `sessions`, and none in memory, so that the end of one takes effect immediately. */
export class SqlSessionRepository implements SessionRepository {
  readonly find: (hash: string) => Promise<Session | undefined>;
  readonly lastUses: LastUses;

  constructor(private readonly database: Database) {
    this.find = batchedLookup<Row, Session>(database, {
      select: (hashes) => `${FIND} hash IN (${places(hashes)})`,
      read: sessionOf,
      keyOf: ({ hash }) => hash,
    });
    this.lastUses = new LastUses(
      database,
      (hashes) => `UPDATE sessions SET last_seen_at = ? WHERE hash IN (${places(hashes)}) AND last_seen_at < ?`,
    );
  }

  async add(session: Session): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.insert(SESSION, session));
  }

  recordUse(hash: string, at: Date): void {
    this.lastUses.record(hash, at);
  }

  list(accountId: bigint, limit: number): Promise<Session[]> {
    const query = { where: { accountId }, order: { lastSeenAt: 'DESC' }, take: limit } as const;
    return this.database.execute(({ runner }) => runner.manager.find(SESSION, query), READ);
  }

  async remove(hash: string): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.delete(SESSION, { hash }));
  }

  /** Without `except`, the comparison is with a hash that no session has. */
  async removeOf(accountId: bigint, except = ''): Promise<void> {
    const sessions = { accountId, hash: Not(except) };
    await this.database.execute(({ runner }) => runner.manager.delete(SESSION, sessions));
  }

  async purge(created: Date, seen: Date): Promise<void> {
    await purgeBefore(this.database, 'sessions', 'created_at', created);
    await purgeBefore(this.database, 'sessions', 'last_seen_at', seen);
  }
}
