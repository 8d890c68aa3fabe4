import type { SessionRepository } from '../../../domain/ports/session-repository.js';
import type { Session } from '../../../domain/session.js';

/** Sessions for as long as the process lives. */
export class MemorySessionRepository implements SessionRepository {
  private readonly sessions = new Map<string, Session>();

  async add(session: Session): Promise<void> {
    this.sessions.set(session.hash, { ...session });
  }

  async find(hash: string): Promise<Session | undefined> {
    const session = this.sessions.get(hash);
    return session && { ...session };
  }

  async recordUse(hash: string, at: Date): Promise<void> {
    const session = this.sessions.get(hash);
    if (session !== undefined) this.sessions.set(hash, { ...session, lastSeenAt: at });
  }

  async remove(hash: string): Promise<void> {
    this.sessions.delete(hash);
  }

  async removeOf(accountId: bigint): Promise<void> {
    this.removeWhere((session) => session.accountId === accountId);
  }

  async purge(created: Date, seen: Date): Promise<void> {
    this.removeWhere(({ createdAt, lastSeenAt }) => createdAt < created || lastSeenAt < seen);
  }

  private removeWhere(isOver: (session: Session) => boolean): void {
    for (const [hash, session] of this.sessions) if (isOver(session)) this.sessions.delete(hash);
  }
}
