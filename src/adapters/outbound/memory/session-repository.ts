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

  async list(accountId: bigint, limit: number): Promise<Session[]> {
    return [...this.sessions.values()]
      .filter((session) => session.accountId === accountId)
      .sort((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime())
      .slice(0, limit)
      .map((session) => ({ ...session }));
  }

  async remove(hash: string): Promise<void> {
    this.sessions.delete(hash);
  }

  async removeOf(accountId: bigint, except?: string): Promise<void> {
    await this.removeWhere((session) => session.accountId === accountId && session.hash !== except);
  }

  async purge(created: Date, seen: Date): Promise<void> {
    await this.removeWhere(({ createdAt, lastSeenAt }) => createdAt < created || lastSeenAt < seen);
  }

  private async removeWhere(matches: (session: Session) => boolean): Promise<void> {
    for (const [hash, session] of this.sessions) if (matches(session)) await this.remove(hash);
  }
}
