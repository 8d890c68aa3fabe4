import { accountWithEmail } from './accounts.js';
import { ATTEMPT_LIMITS, countAttempt } from '../sessions/attempts.js';
import type { Account } from '../../domain/account.js';
import { DomainError } from '../../domain/errors.js';
import { checkChange, checkPassword } from '../../domain/password.js';
import type { AccountRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type {
  AuditLog,
  AuthenticationFailure,
  CommonPasswords,
  PasswordHasher,
  Throttle,
} from '../../domain/ports/security.js';

/** Verifies the password of a signed-in account holder again, before a change that cannot be undone. */
export class ConfirmPassword {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'findPasswordHash'>,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly auditLog: AuditLog,
  ) {}

  /** @throws DomainError `sign_in_failed`, `too_many_attempts`, `unavailable`. */
  async execute(accountId: bigint, password: string, address?: string): Promise<void> {
    const event = 'password_confirmation_failed';
    const count = { name: `confirm password of ${accountId}`, limit: ATTEMPT_LIMITS.confirmPassword };
    const fail = (reason: AuthenticationFailure) => this.auditLog.record({ event, accountId, address, reason });
    const attempt = async () => {
      if (!(await this.hasher.verify(await this.accounts.findPasswordHash(accountId), password))) {
        fail('wrong_password');
        throw new DomainError('sign_in_failed', 'The password is wrong.');
      }
      await this.throttle.refund(count.name, count.limit);
    };
    await countAttempt(this.throttle, [count], attempt, fail);
  }
}

/** Sets the password of an account and ends all its sessions; for an operator, or once the old password is confirmed. */
export class SetPassword {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'findByEmail' | 'setPasswordHash'>,
    private readonly sessions: Pick<SessionRepository, 'removeOf'>,
    private readonly hasher: PasswordHasher,
    private readonly commonPasswords: CommonPasswords,
    private readonly auditLog: AuditLog,
  ) {}

  /**
   * Resolves to the account.
   * @param holder the account holder; absent for an operator: the confirmed password and the address of the client.
   * @throws DomainError `not_found` when no account has this email, `invalid`, `unavailable`.
   */
  async execute(
    email: string,
    password: string,
    holder?: { readonly current: string; readonly address: string },
  ): Promise<Account> {
    const account = await this.check(email, password);
    if (holder !== undefined) checkChange(password, holder.current);
    await this.accounts.setPasswordHash(account.id, await this.hasher.hash(password));
    await this.sessions.removeOf(account.id);
    this.auditLog.record({ event: 'password_changed', accountId: account.id, address: holder?.address });
    return account;
  }

  /** Resolves to the account if the password follows the rules. @throws as `execute` */
  async check(email: string, password: string): Promise<Account> {
    const account = await accountWithEmail(this.accounts, email);
    await checkPassword(password, account.email, this.commonPasswords);
    return account;
  }
}
