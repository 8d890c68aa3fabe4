import { LessThan, Not } from 'typeorm';
import type { SessionRepository } from '../../../domain/ports/repositories.js';
import type { Session } from '../../../domain/session.js';
import { READ, type Database } from './database.js';
import { readerOf, selectionOf, SESSION, type Row } from './entities.js';
import { purgeBefore } from './purge.js';

const FIND = `SELECT ${selectionOf(SESSION.columns)} FROM sessions`;
const read = readerOf(SESSION.columns);

/** Keeps the sessions in the table `sessions`. */
export class SqlSessionRepository implements SessionRepository {
  constructor(private readonly database: Database) {}

  async add(session: Session): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.insert(SESSION, session));
  }

  /** Sends one plain statement, because requests with a cookie pay for it (ADR 4). */
  async find(hash: string): Promise<Session | undefined> {
    const [row] = await this.database.query<Row[]>(`${FIND} WHERE hash = ?`, [hash], READ);
    return row && read(row);
  }

  async recordUse(hash: string, at: Date): Promise<void> {
    await this.database.execute(({ runner }) =>
      runner.manager.update(SESSION, { hash, lastSeenAt: LessThan(at) }, { lastSeenAt: at }),
    );
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
    await this.database.execute(({ runner }) => runner.manager.delete(SESSION, { accountId, hash: Not(except) }));
  }

  async purge(created: Date, seen: Date): Promise<void> {
    await purgeBefore(this.database, { entity: SESSION, key: 'hash', column: 'createdAt' }, created);
    await purgeBefore(this.database, { entity: SESSION, key: 'hash', column: 'lastSeenAt' }, seen);
  }
}
