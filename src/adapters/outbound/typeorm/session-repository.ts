import { In, LessThan, Not } from 'typeorm';
import type { SessionRepository } from '../../../domain/ports/session-repository.js';
import type { Session } from '../../../domain/session.js';
import type { Database } from './database.js';
import { SessionEntity } from './entities.js';

/** How many sessions one statement deletes, so that none holds its locks for long. */
const PURGE_BATCH_SIZE = 500;

/** Sessions in the table `sessions`. */
export class TypeormSessionRepository implements SessionRepository {
  constructor(private readonly database: Database) {}

  async add(session: Session): Promise<void> {
    await this.database.run((manager) => manager.insert(SessionEntity, { ...session }));
  }

  async find(hash: string): Promise<Session | undefined> {
    return (await this.database.read((manager) => manager.findOneBy(SessionEntity, { hash }))) ?? undefined;
  }

  async recordUse(hash: string, at: Date): Promise<void> {
    await this.database.run((manager) => manager.update(SessionEntity, { hash }, { lastSeenAt: at }));
  }

  list(accountId: bigint, limit: number): Promise<Session[]> {
    return this.database.read((manager) =>
      manager.find(SessionEntity, { where: { accountId }, order: { lastSeenAt: 'DESC' }, take: limit }),
    );
  }

  async saveFlash(hash: string, text: string): Promise<void> {
    await this.database.run((manager) => manager.update(SessionEntity, { hash }, { flash: text }));
  }

  async takeFlash(hash: string): Promise<string | undefined> {
    const row = await this.database.read((manager) =>
      manager.findOne(SessionEntity, { select: { hash: true, flash: true }, where: { hash } }),
    );
    if (typeof row?.flash !== 'string') return undefined;
    const { flash } = row;
    // Of several readers, the one whose statement changes the row has it.
    const { affected } = await this.database.run((manager) =>
      manager.update(SessionEntity, { hash, flash }, { flash: null }),
    );
    return affected === 1 ? flash : undefined;
  }

  async remove(hash: string): Promise<void> {
    await this.database.run((manager) => manager.delete(SessionEntity, { hash }));
  }

  async removeOf(accountId: bigint, except?: string): Promise<void> {
    const sessions = { accountId, ...(except !== undefined && { hash: Not(except) }) };
    await this.database.run((manager) => manager.delete(SessionEntity, sessions));
  }

  async purge(created: Date, seen: Date): Promise<void> {
    await this.removeBefore('createdAt', created);
    await this.removeBefore('lastSeenAt', seen);
  }

  private async removeBefore(column: 'createdAt' | 'lastSeenAt', before: Date): Promise<void> {
    let removed: number;
    do {
      const rows = await this.database.read((manager) =>
        manager.find(SessionEntity, {
          select: { hash: true },
          where: { [column]: LessThan(before) },
          order: { [column]: 'ASC' },
          take: PURGE_BATCH_SIZE,
        }),
      );
      removed = rows.length;
      const hashes = rows.map(({ hash }) => hash);
      if (removed > 0) await this.database.run((manager) => manager.delete(SessionEntity, { hash: In(hashes) }));
    } while (removed === PURGE_BATCH_SIZE);
  }
}
