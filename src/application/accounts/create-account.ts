import { createAccount, type Account } from '../../domain/account.js';
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
    return this.accounts.add(createAccount(email, this.clock.now()));
  }
}
