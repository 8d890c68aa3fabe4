import { LessThan, Not } from 'typeorm';
import type { SessionRepository } from '../../../domain/ports/repositories.js';
import type { Session } from '../../../domain/session.js';
import { READ, type Database } from './database.js';
import { SESSION } from './entities.js';
import { lookUpBy } from './look-up.js';
import { purgeBefore } from './purge.js';

const findByHash = lookUpBy(SESSION, 'hash');

/** Keeps the sessions in the table `sessions`. */
export class SqlSessionRepository implements SessionRepository {
  constructor(private readonly database: Database) {}

  async add(session: Session): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.insert(SESSION, session));
  }

  find(hash: string): Promise<Session | undefined> {
    return findByHash(this.database, hash);
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
