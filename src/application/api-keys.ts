import { accountWithEmail, noAccountWith } from './accounts.js';
import { collectPages } from './collect-pages.js';
import type { Account } from '../domain/account.js';
import {
  apiKeyState,
  newApiKey,
  DEFAULT_API_KEY_NAME,
  generateApiKey,
  isApiKeyAccepted,
  isReplaced,
  isWellFormedApiKey,
  OVERLAP,
  prefixOfRequest,
  successorName,
  type ApiKey,
} from '../domain/api-key.js';
import { DomainError, ignoreUnavailable } from '../domain/errors.js';
import type { AccountRepository, ApiKeyRepository } from '../domain/ports/repositories.js';
import type { AuditEvent, AuditLog, Clock, Secrets } from '../domain/ports/security.js';
import { LAST_USE_PRECISION } from '../domain/values.js';

/** The caller of the API: the account of an API key. */
export interface Caller {
  readonly accountId: bigint;
  /** The prefix identifies the API key and is safe to log. */
  readonly keyPrefix: string;
}

export interface ApiKeyRequest extends Pick<AuditEvent, 'address'> {
  readonly email: string;
  readonly name?: string | undefined;
  /** How long the key works, in milliseconds from now, above 0. The key never expires when this is absent. */
  readonly expiresIn?: number | undefined;
  /** Identifies this request among those of the account. Of all requests with the same text, only one creates a key. */
  readonly idempotencyKey?: string | undefined;
}

export interface ReplacementRequest extends Pick<ApiKeyRequest, 'expiresIn' | 'idempotencyKey'> {
  readonly account: Account;
  readonly prefix: string;
  readonly address: string;
}

export interface Revocation {
  /** The account that is signed in. Keys of other accounts do not exist for it. */
  readonly accountId: bigint;
  readonly prefix: string;
  /** The network address of the account holder. */
  readonly address: string;
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

/**
 * What clients, account holders and operators do with API keys. Every method may reject with DomainError `unavailable`.
 */
export class ApiKeyUseCases {
  constructor(private readonly dependencies: Dependencies) {}

  /** Finds the account of an API key (specification, section 5). @throws DomainError `api_key_invalid` */
  async authenticate(key: string): Promise<Caller> {
    const { apiKeys, clock, secrets } = this.dependencies;
    const known = isWellFormedApiKey(key, secrets) ? await apiKeys.findByHash(secrets.sha256(key)) : undefined;
    const now = clock.now();
    if (known === undefined || !isApiKeyAccepted(known, now)) throw INVALID_KEY;
    const { accountId, prefix, lastUsedAt } = known;
    if (lastUsedAt === undefined || now.getTime() - lastUsedAt.getTime() >= LAST_USE_PRECISION) {
      // It only informs the account holder, and a database that refuses writes still serves reads.
      await ignoreUnavailable(apiKeys.recordUse(prefix, now));
    }
    return { accountId, keyPrefix: prefix };
  }

  /**
   * Creates an API key for an account (specification, section 5.5). The result also contains the whole key. The
   * database does not keep it, so the caller must show it now.
   * @throws DomainError `not_found` when no account has this email, `invalid` for a broken rule and at the limit of
   * active keys, `already_exists` when a request with this idempotency key has created a key.
   */
  async createApiKey({ email, ...request }: ApiKeyRequest) {
    const { accounts, apiKeys, maxKeysPerAccount } = this.dependencies;
    const account = await accountWithEmail(accounts, email);
    return this.issue(account, request, (stored) => apiKeys.add(stored, maxKeysPerAccount));
  }

  /**
   * Creates an API key in place of another one, which then expires within a day. Its name is `successorName` of the
   * other one's. The result also contains the whole new key. The database does not keep it, so the caller must show it
   * now. After an error, the other key is as it was.
   * @throws DomainError `not_found` for the prefix, `invalid` when that key is not active, and the errors of
   * `createApiKey`.
   */
  async replaceOwnApiKey({ account, prefix, ...request }: ReplacementRequest) {
    const { apiKeys, clock, auditLog, maxKeysPerAccount } = this.dependencies;
    const now = clock.now();
    const replaced = await this.ownApiKey(account.id, prefix);
    if (apiKeyState(replaced, now) !== 'active') {
      throw new DomainError('invalid', 'The API key is no longer active; create another one.');
    }
    const end = new Date(now.getTime() + OVERLAP);
    const named = { ...request, name: successorName(replaced.name) };
    const { key, stored } = await this.issue(account, named, (stored) =>
      apiKeys.replace(prefix, end, stored, maxKeysPerAccount),
    );
    const { address } = request;
    auditLog.record({ event: 'api_key_replaced', accountId: account.id, keyPrefix: prefix, address });
    const { name, expiresAt = end } = replaced;
    return { key, stored, replaced: { name, prefix, expiresAt: expiresAt < end ? expiresAt : end } };
  }

  /**
   * Finds a key of an account, with the state that it has now.
   * @throws DomainError `not_found` when the account has no key with this prefix.
   */
  async findOwnApiKey(accountId: bigint, prefix: string) {
    const key = await this.ownApiKey(accountId, prefix);
    return { ...key, state: apiKeyState(key, this.dependencies.clock.now()) };
  }

  /**
   * Lists one page of the keys of an account, newest first, each with its state and whether an active key has replaced
   * it. `next` is absent on the last page.
   * @param after the `next` of the previous page
   * @throws DomainError `not_found` for the prefix `after`.
   */
  async pageOwnApiKeys(accountId: bigint, after?: string, only?: 'active') {
    const before = after === undefined ? undefined : await this.ownApiKey(accountId, after);
    const { apiKeys, clock } = this.dependencies;
    const now = clock.now();
    const found = await apiKeys.listNewestOf(accountId, API_KEY_PAGE_SIZE + 1, before, only && now);
    const active = await collectPages<ApiKey>((limit, newer) => apiKeys.listNewestOf(accountId, limit, newer, now));
    const keys = found.slice(0, API_KEY_PAGE_SIZE).map((key) => {
      return { ...key, state: apiKeyState(key, now), isReplaced: isReplaced(key, active) };
    });
    return { keys, next: found.length > keys.length ? keys.at(-1)?.prefix : undefined };
  }

  /**
   * Lists the keys of all accounts or of one, the oldest account first and the oldest of its keys first. It is for an
   * operator. Each key has the email of its account, which is empty once the account is deleted.
   * @param email limits the list to the keys of one account
   * @throws DomainError `not_found` when no account has the email of the filter.
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

  /**
   * Revokes a key of an account. It is for the account holder. Does nothing when the key is already revoked.
   * @throws DomainError `not_found` for the prefix.
   */
  async revokeOwnApiKey({ accountId, prefix, address }: Revocation): Promise<void> {
    await this.revoke(await this.ownApiKey(accountId, prefix), address);
  }

  /**
   * Revokes a key of any account. It is for an operator. Does nothing when the key is already revoked.
   * @throws DomainError `not_found` for the prefix.
   */
  async revokeApiKey(prefix: string): Promise<void> {
    const key = await this.dependencies.apiKeys.findByPrefix(prefix);
    // The message does not repeat the input, which may be a whole key.
    const advice = 'No API key has this prefix; give the 11 characters that the list of keys shows.';
    if (key === undefined) throw new DomainError('not_found', advice);
    await this.revoke(key);
  }

  /**
   * Revokes every key of an account. It is for an operator. Resolves to the keys that were active.
   * @throws DomainError `not_found` when no account has this email.
   */
  async revokeApiKeysOf(email: string) {
    const { accounts, apiKeys, clock, auditLog } = this.dependencies;
    const { id: accountId } = await accountWithEmail(accounts, email);
    const active = (await this.listApiKeys({ email })).filter(({ state }) => state === 'active');
    await apiKeys.revokeOf(accountId, clock.now());
    for (const { prefix } of active) auditLog.record({ event: 'api_key_revoked', accountId, keyPrefix: prefix });
    return active;
  }

  /** Generates a key for an account. @param add adds its stored form to the database */
  private async issue(
    { id: accountId, email }: Account,
    { name = DEFAULT_API_KEY_NAME, expiresIn, idempotencyKey, address }: Omit<ApiKeyRequest, 'email'>,
    add: (stored: ApiKey) => ReturnType<ApiKeyRepository['add']>,
  ) {
    const { apiKeys, clock, secrets, auditLog, maxKeysPerAccount } = this.dependencies;
    const createdAt = clock.now();
    const expiresAt = expiresIn === undefined ? undefined : new Date(createdAt.getTime() + expiresIn);
    const prefix = idempotencyKey === undefined ? undefined : prefixOfRequest(accountId, idempotencyKey, secrets);
    const key = generateApiKey(secrets, prefix);
    const stored = newApiKey(key, { accountId, name, createdAt, expiresAt }, secrets);
    const outcome = await add(stored);
    if (outcome === 'no account') throw noAccountWith(email);
    if (outcome === 'at limit') {
      // The key of the same request may be the one that reached the limit.
      const earlier = prefix === undefined ? undefined : await apiKeys.findByPrefix(prefix);
      if (earlier !== undefined) throw new DomainError('already_exists', 'The request has created its API key.');
      const message = `The account has reached the limit of ${maxKeysPerAccount} active API keys; revoke one first.`;
      throw new DomainError('invalid', message);
    }
    auditLog.record({ event: 'api_key_created', accountId, keyPrefix: stored.prefix, address });
    return { key, stored, email };
  }

  private async revoke({ accountId, prefix }: ApiKey, address?: string): Promise<void> {
    const { apiKeys, clock, auditLog } = this.dependencies;
    await apiKeys.revoke(prefix, clock.now());
    auditLog.record({ event: 'api_key_revoked', accountId, keyPrefix: prefix, address });
  }

  /** @throws DomainError `not_found` when the account has no key with this prefix */
  private async ownApiKey(accountId: bigint, prefix: string): Promise<ApiKey> {
    const key = await this.dependencies.apiKeys.findByPrefix(prefix);
    if (key?.accountId === accountId) return key;
    throw new DomainError('not_found', 'The account has no API key with this prefix.');
  }
}

/** Orders keys by account, then by age. Keys of the same instant are in the order of their prefixes. */
function oldestFirst(one: ApiKey, other: ApiKey): number {
  const difference = Number(one.accountId - other.accountId) || one.createdAt.getTime() - other.createdAt.getTime();
  return difference || (one.prefix < other.prefix ? -1 : 1);
}
