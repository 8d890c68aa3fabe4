import type { ConfirmPassword } from './confirm-password.js';
import type { AccountRepository, ApiKeyRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, Clock } from '../../domain/ports/security.js';

interface AccountDeletion {
  /** The account that is signed in. */
  readonly accountId: bigint;
  readonly currentPassword: string;
  /** The network address of the account holder. */
  readonly address: string;
}

/**
 * Deletes an account, revokes its keys and ends its sessions; the animals that it added stay. It is for the account
 * holder, who confirms the password.
 */
export class DeleteOwnAccount {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'remove'>,
    private readonly keys: Pick<ApiKeyRepository, 'revokeOf'>,
    private readonly sessions: Pick<SessionRepository, 'removeOf'>,
    private readonly clock: Clock,
    private readonly auditLog: AuditLog,
    private readonly confirmPassword: ConfirmPassword,
  ) {}

  /**
   * After a failure the holder can try again, as long as the account exists.
   * @throws DomainError `sign_in_failed` for a wrong password, `too_many_attempts`, `unavailable`.
   */
  async execute({ accountId, currentPassword, address }: AccountDeletion): Promise<void> {
    await this.confirmPassword.execute(accountId, currentPassword, address);
    // The keys are revoked first: while the account exists, its holder can try again.
    await this.keys.revokeOf(accountId, this.clock.now());
    await this.accounts.remove(accountId);
    await this.sessions.removeOf(accountId);
    // This call revokes keys that were created meanwhile. No key is added later, since there is no account.
    await this.keys.revokeOf(accountId, this.clock.now());
    this.auditLog.record({ event: 'account_deleted', accountId, address });
  }
}
