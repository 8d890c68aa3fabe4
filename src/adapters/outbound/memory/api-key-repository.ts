import { apiKeyState, type ApiKey } from '../../../domain/api-key.js';
import { DomainError } from '../../../domain/errors.js';
import type { ApiKeyPosition, ApiKeyRepository } from '../../../domain/ports/repositories.js';
import type { MemoryAccountRepository } from './account-repository.js';

export class MemoryApiKeyRepository implements ApiKeyRepository {
  /** The keys by their prefixes, because every request looks for a prefix. */
  private readonly keys = new Map<string, ApiKey>();

  constructor(private readonly accounts: Pick<MemoryAccountRepository, 'has'>) {}

  async change<Stored extends readonly ApiKey[]>(
    accountId: bigint,
    rule: (unrevoked: readonly ApiKey[]) => Stored,
  ): Promise<Stored | undefined> {
    if (!this.accounts.has(accountId)) return undefined;
    const unrevoked = this.of(accountId).filter(({ revokedAt }) => revokedAt === undefined);
    const stored = structuredClone(rule(structuredClone(unrevoked)));
    const given = new Set(unrevoked.map(({ prefix }) => prefix));
    const hashes = new Set([...this.keys.values()].map(({ hash }) => hash));
    for (const { prefix, hash } of stored) {
      if (given.has(prefix) || (!this.keys.has(prefix) && !hashes.has(hash))) continue;
      throw new DomainError('already_exists', 'This API key already exists.');
    }
    for (const key of stored) this.keys.set(key.prefix, key);
    return structuredClone(stored);
  }

  async findForRequest(prefix: string): Promise<ApiKey | undefined> {
    const key = await this.find(prefix);
    return key && this.accounts.has(key.accountId) ? key : undefined;
  }

  async find(prefix: string): Promise<ApiKey | undefined> {
    return structuredClone(this.keys.get(prefix));
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

  recordUse(prefix: string, at: Date): void {
    const key = this.keys.get(prefix);
    if (key === undefined || (key.lastUsedAt !== undefined && key.lastUsedAt >= at)) return;
    this.keys.set(prefix, { ...key, lastUsedAt: new Date(at) });
  }

  async purge(before: Date): Promise<void> {
    for (const { prefix, revokedAt, expiresAt } of this.keys.values()) {
      if ([revokedAt, expiresAt].some((end) => end !== undefined && end < before)) this.keys.delete(prefix);
    }
  }

  private of(accountId: bigint): ApiKey[] {
    return [...this.keys.values()].filter((key) => key.accountId === accountId);
  }
}

/** Orders keys from the newest to the oldest, and keys of the same instant by descending prefix. */
function newestFirst(one: ApiKeyPosition, other: ApiKeyPosition): number {
  const time = other.createdAt.getTime() - one.createdAt.getTime();
  return time || (one.prefix > other.prefix ? -1 : Number(one.prefix < other.prefix));
}
