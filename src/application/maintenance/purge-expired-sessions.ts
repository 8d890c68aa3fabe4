import type { Clock } from '../../domain/ports/clock.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';
import { SESSION_LIFE } from '../../domain/session.js';

/** Lets go of sessions whose time is over, so that they do not pile up; run now and then. */
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
