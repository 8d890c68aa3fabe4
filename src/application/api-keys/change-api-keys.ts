import { accountWithEmail } from '../accounts/accounts.js';
import { apiKeyOf } from './read-api-keys.js';
import type { Account } from '../../domain/account.js';
import { apiKeyState, createApiKey, DEFAULT_API_KEY_NAME, generateApiKey, type ApiKey } from '../../domain/api-key.js';
import { DomainError } from '../../domain/errors.js';
import type { AccountRepository, ApiKeyRepository } from '../../domain/ports/repositories.js';
import type { AuditEvent, AuditLog, Clock, Secrets } from '../../domain/ports/security.js';

export interface ApiKeyRequest extends Pick<AuditEvent, 'address'> {
  readonly email: string;
  readonly name?: string | undefined;
  /** How long the key works, in milliseconds from now, above 0; absent: it never expires. */
  readonly expiresIn?: number | undefined;
}

/** Creates an API key for an account (specification, section 5.5). */
export class IssueApiKey {
  /** @param limits how many active keys an account may have, at least 1. */
  constructor(
    private readonly accounts: Pick<AccountRepository, 'find' | 'findByEmail'>,
    private readonly keys: Pick<ApiKeyRepository, 'add' | 'countActive' | 'revoke'>,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly auditLog: AuditLog,
    private readonly limits: { readonly maxKeysPerAccount: number },
  ) {}

  /**
   * Resolves to the whole key, which is not stored: show it now; to its stored form, and to the email of the account.
   * @throws DomainError `not_found` when no account has this email, `invalid` also at the limit of active keys, `unavailable`.
   */
  async execute({ email, name = DEFAULT_API_KEY_NAME, expiresIn, address }: ApiKeyRequest) {
    const account = await accountWithEmail(this.accounts, email);
    const accountId = account.id;
    const createdAt = this.clock.now();
    const expiresAt = expiresIn === undefined ? undefined : new Date(createdAt.getTime() + expiresIn);
    const key = generateApiKey(this.secrets);
    const stored = createApiKey(key, { accountId, name, createdAt, expiresAt }, this.secrets);
    if ((await this.keys.countActive(accountId, createdAt)) >= this.limits.maxKeysPerAccount) this.rejectAtLimit();
    await this.keys.add(stored);
    await this.revokeIfOvertaken(email, stored);
    this.auditLog.record({ event: 'api_key_created', accountId, keyPrefix: stored.prefix, address });
    return { key, stored, email: account.email };
  }

  /** Between the checks and the insert the account may have been deleted, or may have got its last keys elsewhere. */
  private async revokeIfOvertaken(email: string, { accountId, prefix, createdAt }: ApiKey): Promise<void> {
    if ((await this.accounts.find(accountId)) === undefined) {
      await this.keys.revoke(prefix, createdAt);
      throw new DomainError('not_found', `No account has the email ${email}.`);
    }
    if ((await this.keys.countActive(accountId, createdAt)) > this.limits.maxKeysPerAccount) {
      await this.keys.revoke(prefix, createdAt);
      this.rejectAtLimit();
    }
  }

  private rejectAtLimit(): never {
    const message = `The account has ${this.limits.maxKeysPerAccount} active API keys, which is the limit; revoke one first.`;
    throw new DomainError('invalid', message);
  }
}

interface ReplacementRequest extends Pick<ApiKeyRequest, 'expiresIn'> {
  readonly account: Account;
  readonly prefix: string;
  readonly address: string;
}

/** How long a replaced key still works, in milliseconds: time to give the new one to every program. */
const OVERLAP = 24 * 60 * 60 * 1000;

/** Creates an API key with the name of another one, which then expires within a day. */
export class ReplaceApiKey {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'expire' | 'findByPrefix'>,
    private readonly clock: Clock,
    private readonly auditLog: AuditLog,
    private readonly issueApiKey: IssueApiKey,
  ) {}

  /**
   * Resolves to the new key, whole. It is not stored: show it now.
   * @throws DomainError `not_found` when the account has no key with this prefix, `invalid` when that is not active and at
   *   the limit of active keys, `unavailable`.
   */
  async execute({ account, prefix, expiresIn, address }: ReplacementRequest): Promise<string> {
    const now = this.clock.now();
    const replaced = await apiKeyOf(this.keys, account.id, prefix);
    if (apiKeyState(replaced, now) !== 'active') {
      throw new DomainError('invalid', 'The API key is no longer active; create another one.');
    }
    const { key } = await this.issueApiKey.execute({ email: account.email, name: replaced.name, expiresIn, address });
    await this.keys.expire(prefix, new Date(now.getTime() + OVERLAP));
    this.auditLog.record({ event: 'api_key_replaced', accountId: account.id, keyPrefix: prefix, address });
    return key;
  }
}

interface RevocationRequest extends Pick<AuditEvent, 'address'> {
  readonly prefix: string;
  /** Of the account holder, for whom keys of other accounts do not exist; absent for an operator. */
  readonly accountId?: bigint | undefined;
}

/** Revokes a key; a key that is revoked already stays so. */
export class RevokeApiKey {
  constructor(
    private readonly keys: Pick<ApiKeyRepository, 'findByPrefix' | 'revoke'>,
    private readonly clock: Clock,
    private readonly auditLog: AuditLog,
  ) {}

  /** @throws DomainError `not_found` when the account holder, or any account for an operator, has no key with this prefix, `unavailable`. */
  async execute({ prefix, accountId, address }: RevocationRequest): Promise<void> {
    const key = await this.keys.findByPrefix(prefix);
    if (key === undefined || (accountId !== undefined && key.accountId !== accountId)) {
      // Does not repeat the input, which may be a whole key.
      throw new DomainError(
        'not_found',
        'No API key has this prefix; give the 11 characters that the list of keys shows.',
      );
    }
    await this.keys.revoke(prefix, this.clock.now());
    this.auditLog.record({ event: 'api_key_revoked', accountId: key.accountId, keyPrefix: prefix, address });
  }
}
