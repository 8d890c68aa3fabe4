import { accountWithEmail, noAccountWith } from '../accounts/account-with-email.js';
import { createApiKey, DEFAULT_API_KEY_NAME, generateApiKey } from '../../domain/api-key.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository, ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { AuditEvent, AuditLog, Clock, Secrets } from '../../domain/ports/security.js';

export interface ApiKeyRequest extends Pick<AuditEvent, 'address'> {
  readonly email: string;
  readonly name?: string | undefined;
  /** How long the key works, in milliseconds from now, above 0. The key never expires when this is absent. */
  readonly expiresIn?: number | undefined;
  /** Identifies this request among those of the account. Of all requests with the same text, only one creates a key. */
  readonly idempotencyKey?: string | undefined;
}

/** Creates an API key for an account (specification, section 5.5). */
export class IssueApiKey {
  /** @param limits how many active keys an account may have, at least 1 */
  constructor(
    private readonly accounts: Pick<AccountRepository, 'findByEmail'>,
    private readonly keys: Pick<ApiKeyRepository, 'add'>,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly auditLog: AuditLog,
    private readonly limits: { readonly maxKeysPerAccount: number },
  ) {}

  /**
   * The result also contains the whole key. The store does not keep it, so the caller must show it now.
   * @throws DomainError `not_found` when no account has this email, `invalid` for a broken rule and at the limit of
   * active keys, `already_exists` when a request with this idempotency key has created a key, `unavailable`.
   */
  async execute({ email, name = DEFAULT_API_KEY_NAME, expiresIn, idempotencyKey, address }: ApiKeyRequest) {
    const account = await accountWithEmail(this.accounts, email);
    const accountId = account.id;
    const createdAt = this.clock.now();
    const expiresAt = expiresIn === undefined ? undefined : new Date(createdAt.getTime() + expiresIn);
    const origin = idempotencyKey === undefined ? undefined : `${accountId} ${idempotencyKey}`;
    const key = generateApiKey(this.secrets, origin);
    const stored = createApiKey(key, { accountId, name, createdAt, expiresAt }, this.secrets);
    const { maxKeysPerAccount } = this.limits;
    const outcome = await this.keys.add(stored, maxKeysPerAccount);
    if (outcome === 'no account') throw noAccountWith(email);
    if (outcome === 'at limit') {
      const message = `The account has reached the limit of ${maxKeysPerAccount} active API keys; revoke one first.`;
      throw new DomainError('invalid', message);
    }
    this.auditLog.record({ event: 'api_key_created', accountId, keyPrefix: stored.prefix, address });
    return { key, stored, email: account.email };
  }
}
