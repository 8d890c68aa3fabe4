import { KnownCredentials } from './known-credentials.js';
import type { SessionRepository } from '../../../domain/ports/repositories.js';
import type { Session } from '../../../domain/session.js';

/** Looks up sessions so that a flood of invented cookies delays no session that was found before. */
export class KnownSessionRepository implements SessionRepository {
  private readonly credentials = new KnownCredentials();

  constructor(private readonly sessions: SessionRepository) {}

  find(hash: string): Promise<Session | undefined> {
    return this.credentials.find(hash, () => this.sessions.find(hash));
  }

  add(session: Session): Promise<void> {
    return this.sessions.add(session);
  }

  recordUse(hash: string, at: Date): Promise<void> {
    return this.sessions.recordUse(hash, at);
  }

  list(accountId: bigint, limit: number): Promise<Session[]> {
    return this.sessions.list(accountId, limit);
  }

  remove(hash: string): Promise<void> {
    return this.sessions.remove(hash);
  }

  removeOf(accountId: bigint, except?: string): Promise<void> {
    return this.sessions.removeOf(accountId, except);
  }

  purge(created: Date, seen: Date): Promise<void> {
    return this.sessions.purge(created, seen);
  }
}
