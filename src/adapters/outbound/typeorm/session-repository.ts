import { In, LessThan, Not } from 'typeorm';
import type { SessionRepository } from '../../../domain/ports/session-repository.js';
import type { Session } from '../../../domain/session.js';
import type { Database } from './database.js';
import { sessionFromRow, SessionSchema, sessionToRow } from './session-schema.js';

/** How many sessions one statement deletes, so that none holds its locks for long. */
const PURGE_BATCH_SIZE = 500;

/** Sessions in the table `sessions`. */
export class TypeormSessionRepository implements SessionRepository {
  constructor(private readonly database: Database) {}

  async add(session: Session): Promise<void> {
    await this.database.run((manager) => manager.insert(SessionSchema, sessionToRow(session)));
  }

  async find(hash: string): Promise<Session | undefined> {
    const row = await this.database.read((manager) => manager.findOneBy(SessionSchema, { hash }));
    return row === null ? undefined : sessionFromRow(row);
  }

  async recordUse(hash: string, at: Date): Promise<void> {
    await this.database.run((manager) =>
      manager.update(SessionSchema, { hash }, { last_seen_at: BigInt(at.getTime()) }),
    );
  }

  async list(accountId: bigint, limit: number): Promise<Session[]> {
    const rows = await this.database.read((manager) =>
      manager.find(SessionSchema, { where: { account_id: accountId }, order: { last_seen_at: 'DESC' }, take: limit }),
    );
    return rows.map(sessionFromRow);
  }

  async saveFlash(hash: string, text: string): Promise<void> {
    await this.database.run((manager) => manager.update(SessionSchema, { hash }, { flash: text }));
  }

  async takeFlash(hash: string): Promise<string | undefined> {
    const row = await this.database.read((manager) =>
      manager.findOne(SessionSchema, { select: { hash: true, flash: true }, where: { hash } }),
    );
    if (typeof row?.flash !== 'string') return undefined;
    const { flash } = row;
    // Of several readers, the one whose statement changes the row has it.
    const { affected } = await this.database.run((manager) =>
      manager.update(SessionSchema, { hash, flash }, { flash: null }),
    );
    return affected === 1 ? flash : undefined;
  }

  async remove(hash: string): Promise<void> {
    await this.database.run((manager) => manager.delete(SessionSchema, { hash }));
  }

  async removeOf(accountId: bigint, except?: string): Promise<void> {
    const sessions = { account_id: accountId, ...(except !== undefined && { hash: Not(except) }) };
    await this.database.run((manager) => manager.delete(SessionSchema, sessions));
  }

  async purge(created: Date, seen: Date): Promise<void> {
    await this.removeBefore('created_at', created);
    await this.removeBefore('last_seen_at', seen);
  }

  private async removeBefore(column: 'created_at' | 'last_seen_at', before: Date): Promise<void> {
    let removed: number;
    do {
      const rows = await this.database.read((manager) =>
        manager.find(SessionSchema, {
          select: { hash: true },
          where: { [column]: LessThan(BigInt(before.getTime())) },
          order: { [column]: 'ASC' },
          take: PURGE_BATCH_SIZE,
        }),
      );
      removed = rows.length;
      const hashes = rows.map(({ hash }) => hash);
      if (removed > 0) await this.database.run((manager) => manager.delete(SessionSchema, { hash: In(hashes) }));
    } while (removed === PURGE_BATCH_SIZE);
  }
}
