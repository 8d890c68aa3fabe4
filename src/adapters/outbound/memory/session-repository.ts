import type { SessionRepository } from '../../../domain/ports/repositories.js';
import type { Session } from '../../../domain/session.js';

export class MemorySessionRepository implements SessionRepository {
  private readonly sessions = new Map<string, Session>();

  async add(session: Session): Promise<void> {
    this.sessions.set(session.hash, structuredClone(session));
  }

  async find(hash: string): Promise<Session | undefined> {
    return structuredClone(this.sessions.get(hash));
  }

  recordUse(hash: string, at: Date): void {
    const session = this.sessions.get(hash);
    if (session === undefined || session.lastSeenAt >= at) return;
    this.sessions.set(hash, { ...session, lastSeenAt: new Date(at) });
  }

  async list(accountId: bigint, limit: number): Promise<Session[]> {
    const found = [...this.sessions.values()]
      .filter((session) => session.accountId === accountId)
      .sort((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime());
    return structuredClone(found.slice(0, limit));
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
