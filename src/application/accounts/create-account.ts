import { createAccount, type Account } from '../../domain/account.js';
import { DomainError, hasCode } from '../../domain/errors.js';
import type { AccountRepository } from '../../domain/ports/repositories.js';
import type { Clock } from '../../domain/ports/security.js';

/** Creates an account (specification, section 5.5). */
export class CreateAccount {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'add'>,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `invalid`, `already_exists`, `unavailable`. */
  async execute(email: string): Promise<Account> {
    const account = createAccount(email, this.clock.now());
    return this.accounts.add(account).catch((error: unknown) => {
      if (!hasCode(error, 'already_exists')) throw error;
      throw new DomainError('already_exists', `An account with the email ${account.email} already exists.`);
    });
  }
}
