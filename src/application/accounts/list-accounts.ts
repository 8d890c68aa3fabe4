import type { Account } from '../../domain/account.js';
import type { AccountRepository } from '../../domain/ports/repositories.js';

/** Lists all accounts. It is for an operator. */
export class ListAccounts {
  constructor(private readonly accounts: Pick<AccountRepository, 'list'>) {}

  /** Resolves to the accounts, oldest first. @throws DomainError `unavailable`. */
  async execute(): Promise<Account[]> {
    return this.accounts.list();
  }
}
