import { LessThan, Not } from 'typeorm';
import type { Session } from '../../../domain/session.js';
import type { SessionRepository } from '../../../domain/ports/repositories.js';
import { KnownCredentials } from '../caching/known-credentials.js';
import type { Database } from './database.js';
import { SessionEntity } from './entities.js';
import { purgeBefore } from './purge.js';

/** Keeps the sessions in the table `sessions`. A flood of invented cookies delays no session that was found before. */
export class TypeormSessionRepository implements SessionRepository {
  private readonly credentials = new KnownCredentials();

  constructor(private readonly database: Database) {}

  async add(session: Session): Promise<void> {
    await this.database.run((manager) => manager.insert(SessionEntity, { ...session }));
  }

  find(hash: string): Promise<Session | undefined> {
    return this.credentials.find(hash, async () => {
      const row = await this.database.read((manager) => manager.findOneBy(SessionEntity, { hash }));
      return row ?? undefined;
    });
  }

  async recordUse(hash: string, at: Date): Promise<void> {
    await this.database.run((manager) =>
      manager.update(SessionEntity, { hash, lastSeenAt: LessThan(at) }, { lastSeenAt: at }),
    );
  }

  list(accountId: bigint, limit: number): Promise<Session[]> {
    return this.database.read((manager) =>
      manager.find(SessionEntity, { where: { accountId }, order: { lastSeenAt: 'DESC' }, take: limit }),
    );
  }

  async remove(hash: string): Promise<void> {
    await this.database.run((manager) => manager.delete(SessionEntity, { hash }));
  }

  async removeOf(accountId: bigint, except?: string): Promise<void> {
    const sessions = { accountId, ...(except !== undefined && { hash: Not(except) }) };
    await this.database.run((manager) => manager.delete(SessionEntity, sessions));
  }

  async purge(created: Date, seen: Date): Promise<void> {
    await purgeBefore(this.database, { table: 'sessions', key: 'hash', column: 'created_at' }, created);
    await purgeBefore(this.database, { table: 'sessions', key: 'hash', column: 'last_seen_at' }, seen);
  }
}
