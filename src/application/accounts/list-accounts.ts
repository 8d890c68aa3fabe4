import type { Account } from '../../domain/account.js';
import type { AccountRepository } from '../../domain/ports/account-repository.js';

/** Every account, oldest first. */
export class ListAccounts {
  constructor(private readonly accounts: Pick<AccountRepository, 'list'>) {}

  /** @throws DomainError `unavailable`. */
  execute(): Promise<Account[]> {
    return this.accounts.list();
  }
}
