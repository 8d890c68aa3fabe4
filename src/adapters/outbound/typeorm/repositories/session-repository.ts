import { LessThan, Not, type FindOptionsWhere } from 'typeorm';
import type { SessionRepository } from '../../../../domain/ports/repositories.js';
import type { Session } from '../../../../domain/session.js';
import type { Batcher } from '../../../support/batcher.js';
import { READ, type Database } from '../execution/database.js';
import { readerOf, selectionOf, SESSION } from '../schema/entities.js';
import { LastUses } from './last-uses.js';
import { lookups } from './lookups.js';
import { purgeBefore } from '../maintenance/purge.js';

const FIND = `SELECT ${selectionOf(SESSION.columns)} FROM sessions`;

/** Keeps the sessions in the table `sessions`. It looks each one up, so that its end takes effect immediately. */
export class SqlSessionRepository implements SessionRepository {
  private readonly lookups: Batcher<string, Session | undefined>;
  private readonly uses = new LastUses(async (hash, at) => {
    await this.database.execute(
      ({ runner }) => runner.manager.update(SESSION, { hash, lastSeenAt: LessThan(at) }, { lastSeenAt: at }),
      { effect: 'once' },
    );
  });

  constructor(private readonly database: Database) {
    this.lookups = lookups(database, FIND, readerOf(SESSION.columns));
  }

  async add(session: Session): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.insert(SESSION, session));
  }

  find(hash: string): Promise<Session | undefined> {
    return this.lookups.load(hash);
  }

  recordUse(hash: string, at: Date): Promise<void> {
    return this.uses.record(hash, at);
  }

  list(accountId: bigint, limit: number): Promise<Session[]> {
    const query = { where: { accountId }, order: { lastSeenAt: 'DESC' }, take: limit } as const;
    return this.database.execute(({ runner }) => runner.manager.find(SESSION, query), READ);
  }

  remove(hash: string): Promise<void> {
    return this.delete(() => ({ hash }));
  }

  /** Without `except`, the comparison is with a hash that no session has. */
  removeOf(accountId: bigint, except = ''): Promise<void> {
    return this.delete(() => ({ accountId, hash: Not(except) }));
  }

  async purge(created: Date, seen: Date): Promise<void> {
    await purgeBefore(this.database, { entity: SESSION, property: 'createdAt' }, created);
    await purgeBefore(this.database, { entity: SESSION, property: 'lastSeenAt' }, seen);
  }

  /** @param condition returns the condition, a new one for each attempt */
  private async delete(condition: () => FindOptionsWhere<Session>): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.delete(SESSION, condition()));
  }
}
