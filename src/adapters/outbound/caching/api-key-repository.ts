import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../../domain/api-key.js';
import type { ApiKeyRepository } from '../../../domain/ports/repositories.js';
import { decorate } from '../../support/decorate.js';
import { KnownCredentials } from './known-credentials.js';

/**
 * How long a key is cached, in milliseconds. A revoked key must stop working everywhere within five seconds; the
 * remaining second is for requests that are already running.
 */
const MAX_AGE_MS = 4_000;

const MAX_KEYS = 10_000;

/**
 * Caches known keys by their hash. A change by another instance takes effect within MAX_AGE_MS, and a change by this
 * one immediately. A flood of invented keys delays no key that was found before.
 * @param time a clock in milliseconds that never goes back
 */
export function cacheApiKeys(keys: ApiKeyRepository, time: Time = performance): ApiKeyRepository {
  const cache = new ApiKeyCache(keys, time);
  return decorate(keys, {
    findByHash: (hash) => cache.find(hash),
    recordUse: (prefix, at) => cache.recordUse(prefix, at),
    revoke: (prefix, at) => keys.revoke(prefix, at).finally(cache.clear),
    expire: (prefix, at) => keys.expire(prefix, at).finally(cache.clear),
    revokeOf: (accountId, at) => keys.revokeOf(accountId, at).finally(cache.clear),
  });
}

interface Time {
  now(): number;
}

class ApiKeyCache {
  private readonly credentials = new KnownCredentials();
  private cache = this.newCache();
  /** The last use of each key that this instance recorded, by prefix. */
  private readonly lastUses = new LRUCache<string, Date>({ max: MAX_KEYS });
  /** The writes that are running, by prefix. */
  private readonly recording = new Map<string, Promise<void>>();

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly time: Time,
  ) {}

  async find(hash: string): Promise<ApiKey | undefined> {
    // `get` comes first, because `fetch` creates promises even for a cached key.
    const key = this.cache.get(hash) ?? (await this.cache.fetch(hash));
    if (key === undefined) return undefined;
    const { createdAt, expiresAt, revokedAt } = key;
    const lastUsedAt = later(this.lastUses.get(key.prefix), key.lastUsedAt);
    return {
      ...key,
      // The instants are copied by hand, since structuredClone is slow and this runs for every request.
      createdAt: new Date(createdAt),
      expiresAt: expiresAt && new Date(expiresAt),
      lastUsedAt: lastUsedAt && new Date(lastUsedAt),
      revokedAt: revokedAt && new Date(revokedAt),
    };
  }

  /** Concurrent calls for one key share one write. `find` returns the new instant before the store has it. */
  recordUse(prefix: string, at: Date): Promise<void> {
    let write = this.recording.get(prefix);
    if (write === undefined) {
      this.lastUses.set(prefix, new Date(later(this.lastUses.get(prefix), at)));
      write = this.keys.recordUse(prefix, at).finally(() => this.recording.delete(prefix));
      this.recording.set(prefix, write);
    }
    return write;
  }

  /**
   * Replaces the cache after each change, and after a failed one too, which the store may have made. A fetch that is
   * already running ends in the old cache and serves earlier calls only.
   */
  readonly clear = (): void => void (this.cache = this.newCache());

  private newCache() {
    return new LRUCache<string, ApiKey>({
      max: MAX_KEYS,
      ttl: MAX_AGE_MS,
      ttlResolution: 0,
      perf: { now: () => this.time.now() },
      fetchMethod: async (hash, _stale, { options }) => {
        const asked = this.time.now();
        const key = await this.credentials.find(hash, () => this.keys.findByHash(hash));
        options.ttl = Math.max(1, MAX_AGE_MS - (this.time.now() - asked)); // A ttl of 0 would mean no limit.
        return key;
      },
    });
  }
}

/** Returns the later of two instants, or the other one if one is absent. */
function later<Instant extends Date | undefined>(one: Date | undefined, other: Instant): Date | Instant {
  return one !== undefined && (other === undefined || one > other) ? one : other;
}
