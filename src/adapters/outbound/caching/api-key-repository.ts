import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../../domain/api-key.js';
import type { ApiKeyRepository } from '../../../domain/ports/api-key-repository.js';

/**
 * How long a key is cached, in milliseconds. Clients are promised that a revoked key stops working everywhere within five
 * seconds; the rest is for requests under way.
 */
const MAX_AGE_MS = 4_000;

/** Known and unknown keys are cached apart, so that guesses never displace known keys. */
const MAX_KNOWN = 10_000;
const MAX_UNKNOWN = 1_000;

/**
 * Caches which key has a hash, or that none has, for at most MAX_AGE_MS since the store was asked. Changes by this
 * instance take effect at once, changes by another one within MAX_AGE_MS.
 */
export class CachingApiKeyRepository implements ApiKeyRepository {
  hits = 0;
  misses = 0;
  private cache = this.newCache();
  /** The last use that this instance recorded, by prefix. */
  private readonly lastUses = new LRUCache<string, Date>({ max: MAX_KNOWN });
  private readonly recording = new Map<string, Promise<void>>();

  /** @param time milliseconds that never go back */
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly time: { now(): number } = performance,
  ) {}

  async add(key: ApiKey): Promise<void> {
    await this.keys.add(key).finally(() => this.invalidate());
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const { known, unknown } = this.cache;
    let key = known.get(hash);
    if (key !== undefined || unknown.has(hash)) this.hits++;
    else {
      this.misses++;
      key = await known.fetch(hash);
    }
    const lastUsedAt = key && (this.lastUses.get(key.prefix) ?? key.lastUsedAt);
    return key && { ...key, ...(lastUsedAt && { lastUsedAt }) };
  }

  findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    return this.keys.findByPrefix(prefix);
  }

  list(accountId?: bigint): Promise<ApiKey[]> {
    return this.keys.list(accountId);
  }

  page(...parameters: Parameters<ApiKeyRepository['page']>): Promise<ApiKey[]> {
    return this.keys.page(...parameters);
  }

  countActive(accountId: bigint, at: Date): Promise<number> {
    return this.keys.countActive(accountId, at);
  }

  async revoke(prefix: string, at: Date): Promise<void> {
    await this.keys.revoke(prefix, at).finally(() => this.invalidate());
  }

  async revokeOf(accountId: bigint, at: Date): Promise<void> {
    await this.keys.revokeOf(accountId, at).finally(() => this.invalidate());
  }

  /** Writes once for all calls at the same time; `findByHash` gives the new instant before the store has it. */
  recordUse(prefix: string, at: Date): Promise<void> {
    let recorded = this.recording.get(prefix);
    if (recorded === undefined) {
      this.lastUses.set(prefix, at);
      recorded = this.keys.recordUse(prefix, at).finally(() => this.recording.delete(prefix));
      this.recording.set(prefix, recorded);
    }
    return recorded;
  }

  /** Without effect on the cache: these keys have been refused for long. */
  purge(before: Date): Promise<void> {
    return this.keys.purge(before);
  }

  /**
   * Changes are rare, and an empty cache costs one statement a key. The old cache keeps what is being fetched for calls
   * that came before the change. Also after a failed change: the store may have made it.
   */
  private invalidate(): void {
    this.cache = this.newCache();
  }

  private newCache() {
    const options = { ttl: MAX_AGE_MS, ttlResolution: 0, perf: { now: () => this.time.now() } };
    const unknown = new LRUCache<string, true>({ ...options, max: MAX_UNKNOWN });
    const known = new LRUCache<string, ApiKey>({
      ...options,
      max: MAX_KNOWN,
      fetchMethod: async (hash, _stale, { options: entry }) => {
        const asked = this.time.now();
        const key = await this.keys.findByHash(hash);
        const ttl = Math.max(1, MAX_AGE_MS - (this.time.now() - asked)); // 0 would mean: for as long as there is room
        if (key === undefined) unknown.set(hash, true, { ttl });
        else entry.ttl = ttl;
        return key;
      },
    });
    return { known, unknown };
  }
}
