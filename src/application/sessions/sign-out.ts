import type { AuditLog, Secrets } from '../../domain/ports/security.js';
import type { SessionRepository } from '../../domain/ports/repositories.js';

export class SignOut {
  constructor(
    private readonly sessions: Pick<SessionRepository, 'find' | 'remove'>,
    private readonly secrets: Secrets,
    private readonly auditLog: AuditLog,
  ) {}

  /** Ends the session of a token. Does nothing when the token is unknown. @throws DomainError `unavailable`. */
  async execute(token: string, address: string): Promise<void> {
    const session = await this.sessions.find(this.secrets.sha256(token));
    if (session === undefined) return;
    await this.sessions.remove(session.hash);
    this.auditLog.record({ event: 'sign_out', accountId: session.accountId, address });
  }
}
