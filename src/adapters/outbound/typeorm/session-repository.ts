import { LessThan, Not, type FindOptionsWhere } from 'typeorm';
import type { SessionRepository } from '../../../domain/ports/repositories.js';
import { isSessionAlive, type Session } from '../../../domain/session.js';
import { Credentials } from './credentials.js';
import { READ, type Database } from './database.js';
import { readerOf, selectionOf, SESSION, type Row } from './entities.js';
import { purgeBefore } from './purge.js';

const FIND = `SELECT ${selectionOf(SESSION.columns)} FROM sessions`;
const read = readerOf(SESSION.columns);

/** Keeps the sessions in the table `sessions`. It looks each one up, so that its end takes effect immediately. */
export class SqlSessionRepository implements SessionRepository {
  private readonly credentials: Credentials<Session>;

  constructor(private readonly database: Database) {
    const isAlive = (session: Session) => isSessionAlive(session, new Date());
    this.credentials = new Credentials((hash) => this.lookUp(hash), isAlive);
  }

  async add(session: Session): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.insert(SESSION, session));
  }

  find(hash: string): Promise<Session | undefined> {
    return this.credentials.lookUp(hash);
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

  remove(hash: string): Promise<void> {
    return this.credentials.change(
      this.delete(() => ({ hash })),
      (session) => session.hash === hash,
    );
  }

  /** Without `except`, the comparison is with a hash that no session has. */
  removeOf(accountId: bigint, except = ''): Promise<void> {
    const isEnded = (session: Session) => session.accountId === accountId && session.hash !== except;
    return this.credentials.change(
      this.delete(() => ({ accountId, hash: Not(except) })),
      isEnded,
    );
  }

  async purge(created: Date, seen: Date): Promise<void> {
    await purgeBefore(this.database, { entity: SESSION, key: 'hash', column: 'createdAt' }, created);
    await purgeBefore(this.database, { entity: SESSION, key: 'hash', column: 'lastSeenAt' }, seen);
  }

  /** Sends one plain statement, because requests with a cookie pay for it (ADR 4). */
  private async lookUp(hash: string): Promise<Session | undefined> {
    const [row] = await this.database.query<Row[]>(`${FIND} WHERE hash = ?`, [hash], READ);
    return row && read(row);
  }

  /** @param condition returns the condition, a new one for each attempt */
  private async delete(condition: () => FindOptionsWhere<Session>): Promise<void> {
    await this.database.execute(({ runner }) => runner.manager.delete(SESSION, condition()));
  }
}
