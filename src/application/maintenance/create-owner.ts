import type { CreateAccount } from '../accounts/create-account.js';
import type { IssueApiKey } from '../api-keys/issue-api-key.js';
import { hasCode } from '../../domain/errors.js';
import type { AccountRepository } from '../../domain/ports/repositories.js';

/** The account that an embedded store gets at its first start. */
const OWNER_EMAIL = 'owner@localhost';

/** Creates the first account and key of a store without accounts, so that a new user can call the service at once. */
export class CreateOwner {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'list'>,
    private readonly createAccount: CreateAccount,
    private readonly issueApiKey: IssueApiKey,
  ) {}

  /**
   * Resolves to the whole key, or to `undefined` when the store already has an account.
   * @throws DomainError `unavailable`.
   */
  async execute(): Promise<string | undefined> {
    if ((await this.accounts.list()).length > 0) return undefined;
    try {
      await this.createAccount.execute(OWNER_EMAIL);
    } catch (error) {
      // Another process created the account first and showed its key.
      if (hasCode(error, 'already_exists')) return undefined;
      throw error;
    }
    const { key } = await this.issueApiKey.execute({ email: OWNER_EMAIL, name: 'first start' });
    return key;
  }
}
