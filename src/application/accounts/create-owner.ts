import type { CreateAccount } from './create-account.js';
import type { IssueApiKey } from '../api-keys/issue-api-key.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository } from '../../domain/ports/account-repository.js';

/** The account that a store of its own gets on its first start. */
const OWNER_EMAIL = 'owner@localhost';

/** Gives a store without accounts its first account and key, so that a newcomer can call the service at once. */
export class CreateOwner {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly createAccount: CreateAccount,
    private readonly issueApiKey: IssueApiKey,
  ) {}

  /** The whole key; `undefined` where the store has an account already. @throws DomainError `unavailable`. */
  async execute(): Promise<string | undefined> {
    if ((await this.accounts.list()).length > 0) return undefined;
    try {
      await this.createAccount.execute(OWNER_EMAIL);
    } catch (error) {
      // Another process came first, and showed a key of its own.
      if (error instanceof DomainError && error.code === 'already_exists') return undefined;
      throw error;
    }
    const { key } = await this.issueApiKey.execute({ email: OWNER_EMAIL, name: 'first start' });
    return key;
  }
}
