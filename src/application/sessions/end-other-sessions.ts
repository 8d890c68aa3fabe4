import type { AuditLog } from '../../domain/ports/authentication.js';
import type { Secrets } from '../../domain/ports/system.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';

/** Ends every session of an account except the current one. */
export class EndOtherSessions {
  constructor(
    private readonly sessions: Pick<SessionRepository, 'removeOf'>,
    private readonly secrets: Secrets,
    private readonly auditLog: AuditLog,
  ) {}

  /** @param token of the current session. @throws DomainError `unavailable`. */
  async execute(accountId: bigint, token: string, address?: string): Promise<void> {
    await this.sessions.removeOf(accountId, this.secrets.sha256(token));
    this.auditLog.record({ event: 'sessions_ended', accountId, address });
  }
}
