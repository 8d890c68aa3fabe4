import { accountWithEmail } from './account-with-email.js';
import type { Account } from '../../domain/account.js';
import { checkPassword } from '../../domain/password.js';
import type { AccountRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, CommonPasswords, PasswordHasher } from '../../domain/ports/security.js';

/**
 * Sets the password of any account and ends all its sessions. It is for an operator; an account holder uses
 * ChangePassword.
 */
export class ResetPassword {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'findByEmail' | 'setPasswordHash'>,
    private readonly sessions: Pick<SessionRepository, 'removeOf'>,
    private readonly hasher: PasswordHasher,
    private readonly commonPasswords: CommonPasswords,
    private readonly auditLog: AuditLog,
  ) {}

  /** @throws DomainError `not_found` when no account has this email, `invalid`, `unavailable`. */
  async execute(email: string, password: string): Promise<Account> {
    const account = await this.check(email, password);
    await this.accounts.setPasswordHash(account.id, await this.hasher.hash(password));
    await this.sessions.removeOf(account.id);
    this.auditLog.record({ event: 'password_changed', accountId: account.id });
    return account;
  }

  /** Resolves to the account if the password follows the rules. @throws the errors of `execute` */
  async check(email: string, password: string): Promise<Account> {
    const account = await accountWithEmail(this.accounts, email);
    await checkPassword(password, account.email, this.commonPasswords);
    return account;
  }
}
