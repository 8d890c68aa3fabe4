import type { SessionRepository } from '../../../domain/ports/repositories.js';
import type { Session } from '../../../domain/session.js';
import { READ, type Database } from './database.js';
import { purgeBefore } from './purge.js';
import { insertInto, restore, SESSION, SESSIONS, stored, valuesOf, type Row } from './tables.js';

const ADD = insertInto(SESSIONS);
const FIND = `SELECT ${SESSIONS.columns.join(', ')} FROM sessions`;
const RECORD_USE = 'UPDATE sessions SET last_seen_at = ? WHERE hash = ? AND last_seen_at < ?';

/** Keeps the sessions in the table `sessions`. */
export class SqlSessionRepository implements SessionRepository {
  constructor(private readonly database: Database) {}

  async add(session: Session): Promise<void> {
    await this.database.query(ADD, valuesOf(SESSION, session));
  }

  async find(hash: string): Promise<Session | undefined> {
    return (await this.select('WHERE hash = ?', [hash]))[0];
  }

  async recordUse(hash: string, at: Date): Promise<void> {
    await this.database.query(RECORD_USE, [at, hash, at].map(stored));
  }

  list(accountId: bigint, limit: number): Promise<Session[]> {
    return this.select('WHERE account_id = ? ORDER BY last_seen_at DESC LIMIT ?', [accountId, limit]);
  }

  async remove(hash: string): Promise<void> {
    await this.database.query('DELETE FROM sessions WHERE hash = ?', [hash]);
  }

  /** Without `except`, the comparison is with a hash that no session has. */
  async removeOf(accountId: bigint, except = ''): Promise<void> {
    await this.database.query('DELETE FROM sessions WHERE account_id = ? AND hash <> ?', [accountId, except]);
  }

  async purge(created: Date, seen: Date): Promise<void> {
    await purgeBefore(this.database, { table: 'sessions', key: 'hash', column: 'created_at' }, created);
    await purgeBefore(this.database, { table: 'sessions', key: 'hash', column: 'last_seen_at' }, seen);
  }

  /** @param rest the SQL that follows `FROM sessions` */
  private async select(rest: string, values: unknown[]): Promise<Session[]> {
    const rows = await this.database.query<Row[]>(`${FIND} ${rest}`, values, READ);
    return rows.map((row) => restore(SESSION, row));
  }
}
