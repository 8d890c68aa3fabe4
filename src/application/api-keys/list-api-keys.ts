import { accountWithEmail } from '../accounts/account-with-email.js';
import { apiKeyState } from '../../domain/api-key.js';
import type { AccountRepository, ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { Clock } from '../../domain/ports/security.js';

/** The keys of one account, or of all, oldest first, with the state each is in now. */
export class ListApiKeys {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'findByEmail' | 'list'>,
    private readonly keys: Pick<ApiKeyRepository, 'list'>,
    private readonly clock: Clock,
  ) {}

  /** With the `email` of the account, empty once it is deleted. @throws DomainError `not_found` for `email`, `unavailable`. */
  async execute({ email }: { readonly email?: string | undefined } = {}) {
    const owner = email === undefined ? undefined : await accountWithEmail(this.accounts, email);
    const owners = owner === undefined ? await this.accounts.list() : [owner];
    const keys = await this.keys.list(owner?.id);
    const emails = new Map(owners.map((each) => [each.id, each.email]));
    const now = this.clock.now();
    return keys.map((key) => ({ ...key, email: emails.get(key.accountId) ?? '', state: apiKeyState(key, now) }));
  }
}
