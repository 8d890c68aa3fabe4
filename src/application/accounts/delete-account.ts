import type { AccountRepository, ApiKeyRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, Clock } from '../../domain/ports/security.js';

/** Deletes an account, revokes its keys and ends its sessions; the animals that it added stay. */
export class DeleteAccount {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'remove'>,
    private readonly keys: Pick<ApiKeyRepository, 'revokeOf'>,
    private readonly sessions: Pick<SessionRepository, 'removeOf'>,
    private readonly clock: Clock,
    private readonly auditLog: AuditLog,
  ) {}

  /** Can be repeated after a failure. @throws DomainError `unavailable`. */
  async execute(accountId: bigint, address?: string): Promise<void> {
    // The keys first: while the account exists, its holder can try again.
    await this.keys.revokeOf(accountId, this.clock.now());
    await this.accounts.remove(accountId);
    await this.sessions.removeOf(accountId);
    // Keys that were created meanwhile. One that is created later finds no account (see IssueApiKey).
    await this.keys.revokeOf(accountId, this.clock.now());
    this.auditLog.record({ event: 'account_deleted', accountId, address });
  }
}
