import { accountWithEmail, noAccountWith } from './accounts.js';
import { collectPages } from './collect-pages.js';
import type { Account } from '../domain/account.js';
import {
  addApiKey,
  apiKeyPrefix,
  apiKeyState,
  newApiKey,
  DEFAULT_API_KEY_NAME,
  generateApiKey,
  isApiKeyAccepted,
  isInLastDay,
  isWellFormedApiKey,
  prefixOfRequest,
  replaceApiKey,
  successorName,
  successorPrefix,
  type ApiKey,
} from '../domain/api-key.js';
import { DomainError } from '../domain/errors.js';
import type { AccountRepository, ApiKeyRepository } from '../domain/ports/repositories.js';
import type { AuditEvent, AuditLog, Clock, Secrets } from '../domain/ports/security.js';
import { isUseRecorded } from '../domain/values.js';

export interface Caller {
  readonly accountId: bigint;
  /** The prefix identifies the API key and is safe to log. */
  readonly keyPrefix: string;
}

export interface ApiKeyRequest extends Pick<AuditEvent, 'address'> {
  readonly email: string;
  readonly name?: string | undefined;
  /** How long the key works, in milliseconds from now, above 0. Without it the key never expires. */
  readonly expiresIn?: number | undefined;
  /** Requests of the account that have the same idempotency key create one API key. */
  readonly idempotencyKey?: string | undefined;
}

export interface ReplacementRequest extends Pick<ApiKeyRequest, 'expiresIn'> {
  readonly account: Account;
  readonly prefix: string;
  readonly address: string;
}

export interface Revocation {
  readonly accountId: bigint;
  readonly prefix: string;
  readonly address: string;
}

interface IssueRequest extends Pick<ApiKeyRequest, 'name' | 'expiresIn' | 'address'> {
  /** Random if it is absent. */
  readonly prefix?: string | undefined;
}

interface Dependencies {
  readonly accounts: Pick<AccountRepository, 'findByEmail' | 'list'>;
  readonly apiKeys: ApiKeyRepository;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly auditLog: AuditLog;
  /** How many active keys an account may have, at least 1. */
  readonly maxKeysPerAccount: number;
}

const API_KEY_PAGE_SIZE = 20;

/** One object serves every refusal, because the stack trace of a new one takes much of the time of a refusal. */
const INVALID_KEY = new DomainError('api_key_invalid', 'The API key is not valid; send an active key of your account.');

/** Every method may reject with DomainError `unavailable`. */
export class ApiKeyUseCases {
  constructor(private readonly dependencies: Dependencies) {}

  /** Specification, section 5. @throws DomainError `api_key_invalid` */
  async authenticate(key: string): Promise<Caller> {
    const { apiKeys, clock, secrets } = this.dependencies;
    if (!isWellFormedApiKey(key, secrets)) throw INVALID_KEY;
    const prefix = apiKeyPrefix(key);
    const known = await apiKeys.findForRequest(prefix);
    const now = clock.now();
    // The time of this comparison discloses nothing of a key, because a client cannot choose the text of a hash.
    if (known?.hash !== secrets.sha256(key) || !isApiKeyAccepted(known, now)) throw INVALID_KEY;
    if (isUseRecorded(known.lastUsedAt, now)) apiKeys.recordUse(prefix, now);
    return { accountId: known.accountId, keyPrefix: prefix };
  }

  /**
   * Creates an API key (specification, section 5.5). The result has the whole key, which the database does not keep.
   * @throws DomainError `not_found` for the email, `invalid` for a broken rule and at the limit of active keys,
   * `already_exists` when a request with this idempotency key has created a key
   */
  async createApiKey({ email, ...request }: ApiKeyRequest) {
    const { accounts, secrets, maxKeysPerAccount } = this.dependencies;
    const account = await accountWithEmail(accounts, email);
    const { idempotencyKey } = request;
    const prefix = idempotencyKey === undefined ? undefined : prefixOfRequest(account.id, idempotencyKey, secrets);
    return this.issue(account, { ...request, prefix }, (keys, key) => addApiKey(keys, key, maxKeysPerAccount));
  }

  /**
   * Creates an API key in place of another one, which then expires within a day, unless the call fails.
   * @throws DomainError `not_found` for the prefix, `already_exists` when that key has been replaced, `invalid` when it
   * is not active, and as `createApiKey`
   */
  async replaceOwnApiKey({ account, prefix, ...request }: ReplacementRequest) {
    const { secrets, auditLog, maxKeysPerAccount } = this.dependencies;
    const old = await this.ownApiKey(account.id, prefix);
    const { name } = old;
    const successor = { ...request, name: successorName(name), prefix: successorPrefix(old, secrets) };
    const { key, stored, changed } = await this.issue(account, successor, (keys, added) =>
      replaceApiKey(keys, prefix, added, maxKeysPerAccount),
    );
    const { address } = request;
    auditLog.record({ event: 'api_key_replaced', accountId: account.id, keyPrefix: prefix, address });
    const { expiresAt } = changed[0];
    return { key, stored, replaced: { name, prefix, expiresAt } };
  }

  /** @throws DomainError `not_found` when the account has no key with this prefix */
  async findOwnApiKey(accountId: bigint, prefix: string) {
    const key = await this.ownApiKey(accountId, prefix);
    return { ...key, state: apiKeyState(key, this.dependencies.clock.now()) };
  }

  /**
   * Lists one page of the keys of an account, newest first, each with its state and whether it has been replaced.
   * `next` is absent on the last page.
   * @param after the `next` of the previous page
   * @throws DomainError `not_found` for the prefix `after`.
   */
  async pageOwnApiKeys(accountId: bigint, after?: string, only?: 'active') {
    const before = after === undefined ? undefined : await this.ownApiKey(accountId, after);
    const { apiKeys, clock } = this.dependencies;
    const now = clock.now();
    const found = await apiKeys.listNewestOf(accountId, API_KEY_PAGE_SIZE + 1, before, only && now);
    const keys = await Promise.all(
      found.slice(0, API_KEY_PAGE_SIZE).map(async (key) => {
        return { ...key, state: apiKeyState(key, now), isReplaced: await this.isReplaced(key, now) };
      }),
    );
    return { keys, next: found.length > keys.length ? keys.at(-1)?.prefix : undefined };
  }

  /**
   * For operators: lists the keys of all accounts or of one, the oldest account first and the oldest of its keys first.
   * The email of a key is empty once its account is deleted. @throws DomainError `not_found` for the email
   */
  async listApiKeys({ email }: { readonly email?: string | undefined } = {}) {
    const { accounts, apiKeys, clock } = this.dependencies;
    const now = clock.now();
    const only = email === undefined ? undefined : await accountWithEmail(accounts, email);
    const found = await (only === undefined
      ? collectPages<ApiKey>((limit, after) => apiKeys.list(limit, after?.prefix))
      : collectPages<ApiKey>((limit, after) => apiKeys.listNewestOf(only.id, limit, after)));
    const owners = only ? [only] : await collectPages<Account>((limit, after) => accounts.list(limit, after?.id));
    const emails = new Map(owners.map((owner) => [owner.id, owner.email]));
    return found.sort(oldestFirst).map((key) => {
      const { hash: _, ...shown } = key;
      return { ...shown, email: emails.get(key.accountId) ?? '', state: apiKeyState(key, now) };
    });
  }

  /** For the account holder. Does nothing when the key is already revoked. @throws DomainError `not_found` */
  async revokeOwnApiKey({ accountId, prefix, address }: Revocation): Promise<void> {
    await this.ownApiKey(accountId, prefix);
    await this.revoke(accountId, prefix, address);
  }

  /** For operators. Does nothing when the key is already revoked. @throws DomainError `not_found` */
  async revokeApiKey(prefix: string): Promise<void> {
    const key = await this.dependencies.apiKeys.find(prefix);
    // The message does not repeat the input, which may be a whole key.
    const advice = 'No API key has this prefix; give the 11 characters that the list of keys shows.';
    if (key === undefined) throw new DomainError('not_found', advice);
    await this.revoke(key.accountId, prefix);
  }

  /** For operators. Resolves to the keys that were active. @throws DomainError `not_found` for the email */
  async revokeApiKeysOf(email: string): Promise<readonly ApiKey[]> {
    const { accounts, clock } = this.dependencies;
    const { id } = await accountWithEmail(accounts, email);
    const now = clock.now();
    return (await this.revoke(id)).filter((key) => apiKeyState({ ...key, revokedAt: undefined }, now) === 'active');
  }

  /** Generates a key for an account. @param rule returns what is stored for it */
  private async issue<Stored extends readonly ApiKey[]>(
    { id: accountId, email }: Account,
    { name = DEFAULT_API_KEY_NAME, expiresIn, address, prefix }: IssueRequest,
    rule: (unrevoked: readonly ApiKey[], key: ApiKey) => Stored,
  ) {
    const { apiKeys, clock, secrets, auditLog } = this.dependencies;
    const createdAt = clock.now();
    const expiresAt = expiresIn === undefined ? undefined : new Date(createdAt.getTime() + expiresIn);
    const key = generateApiKey(secrets, prefix);
    const stored = newApiKey(key, { accountId, name, createdAt, expiresAt }, secrets);
    const changed = await apiKeys.change(accountId, (unrevoked) => rule(unrevoked, stored));
    if (changed === undefined) throw noAccountWith(email);
    auditLog.record({ event: 'api_key_created', accountId, keyPrefix: stored.prefix, address });
    return { key, stored, email, changed };
  }

  /** Revokes the key of an account with this prefix, or all of them. */
  private async revoke(accountId: bigint, prefix?: string, address?: string): Promise<readonly ApiKey[]> {
    const { apiKeys, clock, auditLog } = this.dependencies;
    const revokedAt = clock.now();
    const revoked = await apiKeys.change(accountId, (unrevoked) =>
      unrevoked.filter((key) => prefix === undefined || key.prefix === prefix).map((key) => ({ ...key, revokedAt })),
    );
    if (revoked === undefined)
      throw new DomainError('not_found', 'The account of this API key does not exist any more, so the key is refused.');
    for (const key of revoked) auditLog.record({ event: 'api_key_revoked', accountId, keyPrefix: key.prefix, address });
    return revoked;
  }

  /** Looks for the successor only of a key that can have one, so that a page of keys takes few statements. */
  private async isReplaced(key: ApiKey, now: Date): Promise<boolean> {
    const { apiKeys, secrets } = this.dependencies;
    const mayBe = apiKeyState(key, now) === 'active' && isInLastDay(key, now);
    return mayBe && (await apiKeys.find(successorPrefix(key, secrets))) !== undefined;
  }

  /** @throws DomainError `not_found` when the account has no key with this prefix */
  private async ownApiKey(accountId: bigint, prefix: string): Promise<ApiKey> {
    const key = await this.dependencies.apiKeys.find(prefix);
    if (key?.accountId === accountId) return key;
    throw new DomainError('not_found', 'The account has no API key with this prefix.');
  }
}

function oldestFirst(one: ApiKey, other: ApiKey): number {
  const difference = Number(one.accountId - other.accountId) || one.createdAt.getTime() - other.createdAt.getTime();
  return difference || (one.prefix < other.prefix ? -1 : 1);
}
