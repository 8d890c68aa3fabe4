import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../../domain/api-key.js';
import type { ApiKeyRepository } from '../../../domain/ports/repositories.js';

/** In milliseconds. A revoked key stops working everywhere within five seconds; the rest is for requests under way. */
const MAX_AGE_MS = 4_000;

const MAX_KEYS = 10_000;

/** The methods that authentication and revocation use. */
export type CachedApiKeys = Pick<
  ApiKeyRepository,
  'findByHash' | 'findByPrefix' | 'recordUse' | 'revoke' | 'revokeOf' | 'expire'
>;

/** Caches known keys by hash. Changes by another instance take effect within MAX_AGE_MS, by this one at once. */
export class CachingApiKeyRepository implements CachedApiKeys {
  private cache = this.newCache();
  /** The last use that this instance recorded, by prefix. */
  private readonly lastUses = new LRUCache<string, Date>({ max: MAX_KEYS });
  /** Writes under way, by prefix. */
  private readonly recording = new Map<string, Promise<void>>();

  /** @param time milliseconds that never go back */
  constructor(
    private readonly keys: CachedApiKeys,
    private readonly time: { now(): number } = performance,
  ) {}

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const key = this.cache.get(hash) ?? (await this.cache.fetch(hash)); // `fetch` makes promises for a cached key, too
    if (key === undefined) return undefined;
    const { createdAt, expiresAt, revokedAt } = key;
    const lastUsedAt = later(this.lastUses.get(key.prefix), key.lastUsedAt);
    return {
      ...key,
      // The instants are copied by hand, since structuredClone is slow and this runs for every request.
      createdAt: new Date(createdAt),
      ...(expiresAt && { expiresAt: new Date(expiresAt) }),
      ...(lastUsedAt && { lastUsedAt: new Date(lastUsedAt) }),
      ...(revokedAt && { revokedAt: new Date(revokedAt) }),
    };
  }

  /** Calls at the same time share one write; `findByHash` gives the new instant before the store has it. */
  recordUse(prefix: string, at: Date): Promise<void> {
    let write = this.recording.get(prefix);
    if (write === undefined) {
      this.lastUses.set(prefix, new Date(later(this.lastUses.get(prefix), at)));
      write = this.keys.recordUse(prefix, at).finally(() => this.recording.delete(prefix));
      this.recording.set(prefix, write);
    }
    return write;
  }

  async revoke(prefix: string, at: Date): Promise<void> {
    await this.keys.revoke(prefix, at).finally(this.clear);
  }

  async expire(prefix: string, at: Date): Promise<void> {
    await this.keys.expire(prefix, at).finally(this.clear);
  }

  async revokeOf(accountId: bigint, at: Date): Promise<void> {
    await this.keys.revokeOf(accountId, at).finally(this.clear);
  }

  findByPrefix(prefix: string): Promise<ApiKey | undefined> {
    return this.keys.findByPrefix(prefix);
  }

  /** Also after a failed change, which the store may have made. Fetches under way end in the old cache, for earlier calls. */
  private readonly clear = (): void => void (this.cache = this.newCache());

  private newCache() {
    return new LRUCache<string, ApiKey>({
      max: MAX_KEYS,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
      perf: { now: () => this.time.now() },
      fetchMethod: async (hash, _stale, { options }) => {
        const asked = this.time.now();
        const key = await this.keys.findByHash(hash);
        options.ttl = Math.max(1, MAX_AGE_MS - (this.time.now() - asked)); // 0 would mean no limit
        return key;
      },
    });
  }
}

/** The later of two instants; where the first is absent, the second. */
function later<Instant extends Date | undefined>(one: Date | undefined, other: Instant): Date | Instant {
  return one !== undefined && (other === undefined || one > other) ? one : other;
}
