import type { AuditLog, Secrets } from '../../domain/ports/security.js';
import type { SessionRepository } from '../../domain/ports/repositories.js';

/** Ends every session of an account except the current one. */
export class EndOtherSessions {
  constructor(
    private readonly sessions: Pick<SessionRepository, 'removeOf'>,
    private readonly secrets: Secrets,
    private readonly auditLog: AuditLog,
  ) {}

  /** @param token the token of the current session @throws DomainError `unavailable`. */
  async execute(accountId: bigint, token: string, address: string): Promise<void> {
    await this.sessions.removeOf(accountId, this.secrets.sha256(token));
    this.auditLog.record({ event: 'sessions_ended', accountId, address });
  }
}
