import type { ConfirmPassword } from './confirm-password.js';
import type { Account } from '../../domain/account.js';
import { checkChange, checkPassword } from '../../domain/password.js';
import type { AccountRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, CommonPasswords, PasswordHasher } from '../../domain/ports/security.js';

interface PasswordChange {
  /** The account that is signed in. */
  readonly account: Account;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The network address of the account holder. */
  readonly address: string;
}

/**
 * Changes the password of an account and ends all its sessions. It is for the account holder, who confirms the current
 * password.
 */
export class ChangePassword {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'setPasswordHash'>,
    private readonly sessions: Pick<SessionRepository, 'removeOf'>,
    private readonly hasher: PasswordHasher,
    private readonly commonPasswords: CommonPasswords,
    private readonly auditLog: AuditLog,
    private readonly confirmPassword: ConfirmPassword,
  ) {}

  /** @throws DomainError `sign_in_failed` for a wrong current password, `too_many_attempts`, `invalid`, `unavailable`. */
  async execute({ account, currentPassword, newPassword, address }: PasswordChange): Promise<void> {
    await this.confirmPassword.execute(account.id, currentPassword, address);
    await checkPassword(newPassword, account.email, this.commonPasswords);
    checkChange(newPassword, currentPassword);
    await this.accounts.setPasswordHash(account.id, await this.hasher.hash(newPassword));
    await this.sessions.removeOf(account.id);
    this.auditLog.record({ event: 'password_changed', accountId: account.id, address });
  }
}
