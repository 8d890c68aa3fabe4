import { accountWithEmail } from '../accounts/accounts.js';
import { apiKeyState, type ApiKey, type ApiKeyState } from '../../domain/api-key.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository, ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { Clock } from '../../domain/ports/security.js';

interface ApiKeyWithState extends ApiKey {
  readonly state: ApiKeyState;
}

interface ApiKeyPage {
  /** Newest first. */
  readonly keys: readonly ApiKeyWithState[];
  /** The prefix after which the next page begins; absent on the last page. */
  readonly next?: string;
}

const API_KEY_PAGE_SIZE = 20;

export class FindApiKey {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByPrefix'>,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `not_found` when the account has no key with this prefix, `unavailable`. */
  async execute(accountId: bigint, prefix: string): Promise<ApiKeyWithState> {
    const key = await apiKeyOf(this.keys, accountId, prefix);
    return { ...key, state: apiKeyState(key, this.clock.now()) };
  }
}

/** @throws DomainError `not_found` when the account has no key with this prefix, `unavailable`. */
export async function apiKeyOf(
  keys: Pick<ApiKeyRepository, 'findByPrefix'>,
  accountId: bigint,
  prefix: string,
): Promise<ApiKey> {
  const key = await keys.findByPrefix(prefix);
  if (key?.accountId !== accountId) throw new DomainError('not_found', 'The account has no API key with this prefix.');
  return key;
}

export class PageApiKeys {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByPrefix' | 'page'>,
    private readonly clock: Clock,
  ) {}

  /**
   * @param after the `next` of the page before; absent for the first page.
   * @param only `active`: without revoked and expired keys
   * @throws DomainError `not_found` when the account has no key with the prefix `after`, `unavailable`.
   */
  async execute(accountId: bigint, after?: string, only?: 'active'): Promise<ApiKeyPage> {
    const before = after === undefined ? undefined : await apiKeyOf(this.keys, accountId, after);
    const now = this.clock.now();
    const found = await this.keys.page(accountId, API_KEY_PAGE_SIZE + 1, before, only && now);
    const keys = found.slice(0, API_KEY_PAGE_SIZE).map((key) => ({ ...key, state: apiKeyState(key, now) }));
    const last = keys.at(-1);
    return { keys, ...(found.length > keys.length && last && { next: last.prefix }) };
  }
}

/** The keys of one account, or of all, oldest first. */
export class ListApiKeys {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'findByEmail' | 'list'>,
    private readonly keys: Pick<ApiKeyRepository, 'list'>,
    private readonly clock: Clock,
  ) {}

  /** `email` is that of the account, empty once it is deleted. @throws DomainError `not_found` where no account has this email, `unavailable`. */
  async execute({ email }: { readonly email?: string | undefined } = {}) {
    const owner = email === undefined ? undefined : await accountWithEmail(this.accounts, email);
    const owners = owner === undefined ? await this.accounts.list() : [owner];
    const keys = await this.keys.list(owner?.id);
    const emails = new Map(owners.map((each) => [each.id, each.email]));
    const now = this.clock.now();
    return keys.map((key) => ({ ...key, email: emails.get(key.accountId) ?? '', state: apiKeyState(key, now) }));
  }
}
