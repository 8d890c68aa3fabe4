import type { Clock, Secrets } from '../../domain/ports/security.js';
import type { SessionRepository } from '../../domain/ports/repositories.js';
import { isSessionAlive, sessionId } from '../../domain/session.js';

/** How many sessions are listed and can be ended one by one. */
export const LISTED_SESSIONS = 100;

/** Lists the sessions of an account that have not ended. The session that was seen last comes first. */
export class ListSessions {
  constructor(
    private readonly sessions: Pick<SessionRepository, 'list'>,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** @param token the token of the current session @throws DomainError `unavailable`. */
  async execute(accountId: bigint, token: string) {
    const current = this.secrets.sha256(token);
    const now = this.clock.now();
    const sessions = await this.sessions.list(accountId, LISTED_SESSIONS);
    return sessions
      .filter((session) => isSessionAlive(session, now))
      .map(({ hash, accountId: _, ...session }) => ({ ...session, id: sessionId(hash), isCurrent: hash === current }));
  }
}
