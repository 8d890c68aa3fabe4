import { accountWithEmail } from '../accounts/account-with-email.js';
import { createApiKey, DEFAULT_API_KEY_NAME, generateApiKey, type ApiKey } from '../../domain/api-key.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository } from '../../domain/ports/account-repository.js';
import type { ApiKeyRepository } from '../../domain/ports/api-key-repository.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { Secrets } from '../../domain/ports/secrets.js';

export interface ApiKeyRequest {
  /** Whose key it will be. */
  readonly email: string;
  readonly name?: string | undefined;
  /** How long the key works, in milliseconds from now, above 0; absent: for ever. */
  readonly expiresIn?: number | undefined;
}

export interface IssuedApiKey {
  /** The whole key. It is kept nowhere: whoever asked must be shown it now. */
  readonly key: string;
  readonly kept: ApiKey;
  /** The email of the account it belongs to. */
  readonly email: string;
}

/** Makes an API key for an account (specification, section 5.5). */
export class IssueApiKey {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError `not_found` where no account has this email, `invalid`, `unavailable`. */
  async execute({ email, name = DEFAULT_API_KEY_NAME, expiresIn }: ApiKeyRequest): Promise<IssuedApiKey> {
    const account = await accountWithEmail(this.accounts, email);
    const accountId = account.id;
    const createdAt = this.clock.now();
    const expiresAt = expiresIn === undefined ? undefined : new Date(createdAt.getTime() + expiresIn);
    const key = generateApiKey(this.secrets);
    const kept = createApiKey(key, { accountId, name, createdAt, expiresAt }, this.secrets);
    await this.keys.add(kept);
    // The account may have ended since it was looked up, and its keys been revoked before this one was there.
    if ((await this.accounts.find(accountId)) === undefined) {
      await this.keys.revoke(kept.prefix, createdAt);
      throw new DomainError('not_found', `No account has the email ${email}.`);
    }
    return { key, kept, email: account.email };
  }
}
