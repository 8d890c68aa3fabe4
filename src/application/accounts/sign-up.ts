import { ATTEMPT_LIMITS, countAttempt } from '../sessions/attempts.js';
import type { Credentials } from '../sessions/sign-in.js';
import { createAccount } from '../../domain/account.js';
import { hasCode } from '../../domain/errors.js';
import { checkPassword } from '../../domain/password.js';
import type { AccountRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, Clock, CommonPasswords, PasswordHasher, Throttle } from '../../domain/ports/security.js';

/** Creates an account for a person, who chooses its password (specification, section 5.5). */
export class SignUp {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'add'>,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly clock: Clock,
    private readonly commonPasswords: CommonPasswords,
    private readonly auditLog: AuditLog,
  ) {}

  /**
   * Does the same work and resolves in the same way for an email that already has an account, but then changes nothing.
   * @throws DomainError `invalid`, `too_many_attempts`, `unavailable`.
   */
  async execute({ email, password, client }: Credentials): Promise<void> {
    const account = createAccount(email, this.clock.now());
    await checkPassword(password, account.email, this.commonPasswords);
    const counts = [
      { name: `sign-up from ${client.network}`, limit: ATTEMPT_LIMITS.signUpFromNetwork },
      { name: `sign-up from site ${client.site}`, limit: ATTEMPT_LIMITS.signUpFromSite },
    ];
    await countAttempt(this.throttle, counts, async () => {
      // The password is hashed before the email is looked up, so that a known email takes as long as an unknown one.
      const hash = await this.hasher.hash(password);
      try {
        const { id } = await this.accounts.add(account, hash);
        this.auditLog.record({ event: 'sign_up', accountId: id, address: client.address });
      } catch (error) {
        if (!hasCode(error, 'already_exists')) throw error;
        this.auditLog.record({ event: 'sign_up_failed', address: client.address, reason: 'email_taken' });
      }
    });
  }
}
