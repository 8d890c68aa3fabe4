import { COMMON_PASSWORDS } from './common-passwords.js';
import type { Credentials } from '../sessions/sign-in.js';
import { countAttempt, ATTEMPT_LIMITS } from '../sessions/attempts.js';
import { createAccount } from '../../domain/account.js';
import { DomainError } from '../../domain/errors.js';
import { checkPassword } from '../../domain/password.js';
import type { AccountRepository } from '../../domain/ports/account-repository.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { PasswordHasher } from '../../domain/ports/password-hasher.js';
import type { Throttle } from '../../domain/ports/throttle.js';

/** Makes an account that its holder asks for (specification, section 5.5). */
export class SignUp {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly clock: Clock,
  ) {}

  /**
   * Fulfilled alike, and after the same work, where the email has an account already: that account stays as it is.
   * @throws DomainError `invalid`, `too_many_attempts`, `unavailable`.
   */
  async execute({ email, password, address }: Credentials): Promise<void> {
    const account = createAccount(email, this.clock.now());
    checkPassword(password, COMMON_PASSWORDS);
    await countAttempt(this.throttle, `sign-up from ${address}`, ATTEMPT_LIMITS.signUpFrom);
    // Before anything is asked about the email, so that a known one takes as long as an unknown one.
    const hash = await this.hasher.hash(password);
    try {
      await this.accounts.add(account, hash);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'already_exists')) throw error;
    }
  }
}
