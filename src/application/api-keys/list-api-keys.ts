import { accountWithEmail } from '../accounts/account-with-email.js';
import { apiKeyState, type ApiKey, type ApiKeyState } from '../../domain/api-key.js';
import type { AccountRepository } from '../../domain/ports/account-repository.js';
import type { ApiKeyRepository } from '../../domain/ports/api-key-repository.js';
import type { Clock } from '../../domain/ports/clock.js';

export interface ListedApiKey extends ApiKey {
  /** The email of the account it belongs to. */
  readonly email: string;
  readonly state: ApiKeyState;
}

/** The keys of one account, or of all, oldest first, with the state each is in now. */
export class ListApiKeys {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `not_found` where no account has this email, `unavailable`. */
  async execute({ email }: { readonly email?: string | undefined } = {}): Promise<ListedApiKey[]> {
    const owners = email === undefined ? await this.accounts.list() : [await accountWithEmail(this.accounts, email)];
    const keys = await this.keys.list(email === undefined ? undefined : owners[0]?.id);
    const emails = new Map(owners.map((owner) => [owner.id, owner.email]));
    const now = this.clock.now();
    return keys.map((key) => ({ ...key, email: emails.get(key.accountId) ?? '', state: apiKeyState(key, now) }));
  }
}
