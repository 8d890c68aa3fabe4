import { accountWithEmail } from '../accounts/account-with-email.js';
import type { Account } from '../../domain/account.js';
import { apiKeyState, type ApiKey } from '../../domain/api-key.js';
import type { AccountRepository, ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { Clock } from '../../domain/ports/security.js';

/** Lists the keys of all accounts or of one, oldest first, with the state that each has now. It is for an operator. */
export class ListApiKeys {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'findByEmail' | 'list'>,
    private readonly keys: Pick<ApiKeyRepository, 'list' | 'listOf'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Each key has the email of its account, which is empty once the account is deleted.
   * @param email limits the list to the keys of one account
   * @throws DomainError `not_found` when no account has the email of the filter, `unavailable`.
   */
  async execute({ email }: { readonly email?: string | undefined } = {}) {
    if (email === undefined) return this.describe(await this.accounts.list(), await this.keys.list());
    const account = await accountWithEmail(this.accounts, email);
    return this.describe([account], await this.keys.listOf(account.id));
  }

  private describe(accounts: readonly Account[], keys: readonly ApiKey[]) {
    const emails = new Map(accounts.map(({ id, email }) => [id, email]));
    const now = this.clock.now();
    return keys.map((key) => ({ ...key, email: emails.get(key.accountId) ?? '', state: apiKeyState(key, now) }));
  }
}
