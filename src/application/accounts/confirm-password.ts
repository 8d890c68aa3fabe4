import { countAttempt, ATTEMPT_LIMITS } from '../sessions/attempts.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository } from '../../domain/ports/account-repository.js';
import type { PasswordHasher } from '../../domain/ports/password-hasher.js';
import type { Throttle } from '../../domain/ports/throttle.js';

/** Asks somebody who is signed in for the password once more. */
export class ConfirmPassword {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
  ) {}

  /** @throws DomainError `sign_in_failed`, `too_many_attempts`, `unavailable`. */
  async execute(accountId: bigint, password: string): Promise<void> {
    const name = `own password of ${accountId}`;
    await countAttempt(this.throttle, name, ATTEMPT_LIMITS.ownPassword);
    const hash = await this.accounts.findPasswordHash(accountId);
    if (hash === undefined || !(await this.hasher.verify(hash, password))) {
      throw new DomainError('sign_in_failed', 'The password is wrong.');
    }
    await this.throttle.refund(name, ATTEMPT_LIMITS.ownPassword);
  }
}
