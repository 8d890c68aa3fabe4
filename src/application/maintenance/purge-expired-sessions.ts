import type { Clock } from '../../domain/ports/clock.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';
import { SESSION_LIFE } from '../../domain/session.js';

/** Deletes sessions that have ended by time; run regularly. */
export class PurgeExpiredSessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `unavailable`. */
  async execute(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.sessions.purge(new Date(now - SESSION_LIFE.absolute), new Date(now - SESSION_LIFE.idle));
  }
}
