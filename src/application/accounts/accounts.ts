import { ATTEMPT_LIMITS, countAttempt } from '../sessions/attempts.js';
import type { Credentials } from '../sessions/sign-in.js';
import { createAccount, normaliseEmail, type Account } from '../../domain/account.js';
import { DomainError } from '../../domain/errors.js';
import { checkPassword } from '../../domain/password.js';
import type { AccountRepository, ApiKeyRepository, SessionRepository } from '../../domain/ports/repositories.js';
import type { AuditLog, Clock, CommonPasswords, PasswordHasher, Throttle } from '../../domain/ports/security.js';

/** The account with this email, which may have upper-case letters and spaces around it. @throws DomainError `not_found`, `unavailable`. */
export async function accountWithEmail(
  accounts: Pick<AccountRepository, 'findByEmail'>,
  email: string,
): Promise<Account> {
  const account = await accounts.findByEmail(normaliseEmail(email));
  if (account === undefined) throw new DomainError('not_found', `No account has the email ${email}.`);
  return account;
}

/** Creates an account (specification, section 5.5). */
export class CreateAccount {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'add'>,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `invalid`, `already_exists`, `unavailable`. */
  async execute(email: string): Promise<Account> {
    return this.accounts.add(createAccount(email, this.clock.now()));
  }
}

/** Creates an account for the person who asks (specification, section 5.5). */
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
   * Resolves alike, and after the same work, when the email already has an account: that account stays as it is.
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
      // Before the look-up of the email, so that a known one takes as long as an unknown one.
      const hash = await this.hasher.hash(password);
      try {
        const { id } = await this.accounts.add(account, hash);
        this.auditLog.record({ event: 'sign_up', accountId: id, address: client.address });
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'already_exists')) throw error;
        this.auditLog.record({ event: 'sign_up_failed', address: client.address, reason: 'email_taken' });
      }
    });
  }
}

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
