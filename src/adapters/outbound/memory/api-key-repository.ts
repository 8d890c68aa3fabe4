import { apiKeyState, type ApiKey } from '../../../domain/api-key.js';
import { DomainError } from '../../../domain/errors.js';
import type { ApiKeyPosition, ApiKeyRepository } from '../../../domain/ports/repositories.js';
import type { MemoryAccountRepository } from './account-repository.js';

/** Keeps API keys in memory. It stores and returns copies, so that callers cannot change what is stored. */
export class MemoryApiKeyRepository implements ApiKeyRepository {
  /** The keys by their hashes, because every request looks for a hash. */
  private readonly keys = new Map<string, ApiKey>();

  constructor(private readonly accounts: Pick<MemoryAccountRepository, 'has'>) {}

  async add(key: ApiKey, maxActive: number) {
    if (!this.accounts.has(key.accountId)) return 'no account' as const;
    const active = this.of(key.accountId).filter((other) => apiKeyState(other, key.createdAt) === 'active');
    if (active.length >= maxActive) return 'at limit' as const;
    if (this.keys.has(key.hash) || this.withPrefix(key.prefix)) {
      throw new DomainError('already_exists', 'This API key already exists.');
    }
    this.keys.set(key.hash, structuredClone(key));
    return 'added' as const;
  }

  async replace(replaced: string, end: Date, key: ApiKey, maxActive: number) {
    const outcome = await this.add(key, maxActive);
    if (outcome === 'added') {
      this.change(replaced, ({ expiresAt = end }) => ({ expiresAt: expiresAt < end ? expiresAt : end }));
    }
    return outcome;
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const key = this.keys.get(hash);
    return key && this.accounts.has(key.accountId) ? structuredClone(key) : undefined;
  }

  async findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    return structuredClone(this.withPrefix(prefix));
  }

  async list(limit: number, after = ''): Promise<ApiKey[]> {
    const found = [...this.keys.values()].filter(({ prefix }) => prefix > after);
    return structuredClone(found.sort((one, other) => (one.prefix < other.prefix ? -1 : 1)).slice(0, limit));
  }

  async listNewestOf(accountId: bigint, limit: number, after?: ApiKeyPosition, activeAt?: Date): Promise<ApiKey[]> {
    const found = this.of(accountId)
      .sort(newestFirst)
      .filter((key) => after === undefined || newestFirst(key, after) > 0)
      .filter((key) => activeAt === undefined || apiKeyState(key, activeAt) === 'active');
    return structuredClone(found.slice(0, limit));
  }

  async revoke(prefix: string, at: Date): Promise<void> {
    this.change(prefix, ({ revokedAt = at }) => ({ revokedAt }));
  }

  async revokeOf(accountId: bigint, at: Date): Promise<void> {
    for (const key of this.keys.values()) if (key.accountId === accountId) await this.revoke(key.prefix, at);
  }

  async recordUse(prefix: string, at: Date): Promise<void> {
    this.change(prefix, ({ lastUsedAt = at }) => ({ lastUsedAt: lastUsedAt > at ? lastUsedAt : at }));
  }

  async purge(before: Date): Promise<void> {
    for (const { hash, revokedAt, expiresAt } of this.keys.values()) {
      if ([revokedAt, expiresAt].some((end) => end !== undefined && end < before)) this.keys.delete(hash);
    }
  }

  private withPrefix(prefix: string): ApiKey | undefined {
    return [...this.keys.values()].find((key) => key.prefix === prefix);
  }

  private of(accountId: bigint): ApiKey[] {
    return [...this.keys.values()].filter((key) => key.accountId === accountId);
  }

  private change(prefix: string, changes: (key: ApiKey) => Partial<ApiKey>): void {
    const key = this.withPrefix(prefix);
    if (key !== undefined) this.keys.set(key.hash, structuredClone({ ...key, ...changes(key) }));
  }
}

/** Orders keys from the newest to the oldest, and keys of the same instant by descending prefix. */
function newestFirst(one: ApiKeyPosition, other: ApiKeyPosition): number {
  const time = other.createdAt.getTime() - one.createdAt.getTime();
  return time || (one.prefix > other.prefix ? -1 : Number(one.prefix < other.prefix));
}
