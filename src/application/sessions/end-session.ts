import { LISTED_SESSIONS } from './list-sessions.js';
import { DomainError } from '../../domain/errors.js';
import type { AuditLog } from '../../domain/ports/security.js';
import type { SessionRepository } from '../../domain/ports/repositories.js';
import { sessionId } from '../../domain/session.js';

/** Ends one session of an account, whichever browser holds it. */
export class EndSession {
  constructor(
    private readonly sessions: Pick<SessionRepository, 'list' | 'remove'>,
    private readonly auditLog: AuditLog,
  ) {}

  /** @param id the id that ListSessions gives @throws DomainError `not_found` for any other id, `unavailable`. */
  async execute(accountId: bigint, id: string, address: string): Promise<void> {
    const sessions = await this.sessions.list(accountId, LISTED_SESSIONS);
    const session = sessions.find(({ hash }) => sessionId(hash) === id);
    if (session === undefined) throw new DomainError('not_found', 'No session of the account has this id.');
    await this.sessions.remove(session.hash);
    this.auditLog.record({ event: 'sessions_ended', accountId, address });
  }
}
