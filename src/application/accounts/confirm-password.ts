import { ATTEMPT_LIMITS, countAttempt } from '../sessions/attempts.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository } from '../../domain/ports/repositories.js';
import type { AuditEvent, AuditLog, PasswordHasher, Throttle } from '../../domain/ports/security.js';

/** Verifies the password of an account holder again: the use cases that require it do so before they change anything. */
export class ConfirmPassword {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'findPasswordHash'>,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly auditLog: AuditLog,
  ) {}

  /** @throws DomainError `sign_in_failed`, `too_many_attempts`, `unavailable`. */
  async execute(accountId: bigint, password: string, address: string): Promise<void> {
    const count = { name: `confirm password of ${accountId}`, limit: ATTEMPT_LIMITS.confirmPassword };
    const fail = (reason: AuditEvent['reason']) =>
      this.auditLog.record({ event: 'password_confirmation_failed', accountId, address, reason });
    const attempt = async () => {
      if (!(await this.hasher.verify(await this.accounts.findPasswordHash(accountId), password))) {
        fail('wrong_password');
        throw new DomainError('sign_in_failed', 'The password is wrong.');
      }
      await this.throttle.refund(count.name);
    };
    await countAttempt(this.throttle, [count], attempt, fail);
  }
}
