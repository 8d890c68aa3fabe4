import { LRUCache, type Perf } from 'lru-cache';
import { apiKeyState, type ApiKey } from '../../../domain/api-key.js';
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
 * Caches active keys by their hash. A change by another instance takes effect within MAX_AGE_MS, and a change by this
 * one immediately. A flood of invented or revoked keys delays no key that was found before, and evicts none.
 * @param perf a clock in milliseconds that never goes back
 */
export function cacheApiKeys(keys: ApiKeyRepository, perf: Perf = performance): ApiKeyRepository {
  const isActive = (key: ApiKey) => apiKeyState(key, new Date()) === 'active';
  const credentials = new KnownCredentials(isActive);
  const cached = new LRUCache<string, ApiKey>({ max: MAX_KEYS, ttl: MAX_AGE_MS, ttlResolution: 0, perf });
  /** The look-ups that are running, by hash. */
  const lookUps = new Map<string, Promise<ApiKey | undefined>>();
  /** The last use of each key that this instance recorded, by prefix. */
  const lastUses = new LRUCache<string, Date>({ max: MAX_KEYS });
  /** The writes that are running, by prefix. */
  const recording = new Map<string, Promise<void>>();

  const lookUp = (hash: string) => {
    const start = perf.now(); // The age of a key begins with its look-up.
    const isCurrent = () => lookUps.get(hash) === found;
    const found = credentials
      .find(hash, () => keys.findByHash(hash))
      .then((key) => {
        if (key !== undefined && isCurrent() && isActive(key)) cached.set(hash, key, { start });
        return key && Object.freeze(key); // Callers that share it cannot change it.
      })
      .finally(() => isCurrent() && lookUps.delete(hash));
    lookUps.set(hash, found);
    return found;
  };
  /**
   * Waits for a change, which may have reached the database even if it failed, and forgets the keys that it concerns.
   */
  const afterwards = (change: Promise<void>, concerns: (key: ApiKey) => boolean) =>
    change.finally(() => {
      lookUps.clear(); // A look-up that is running serves earlier calls only.
      credentials.forget(concerns);
      for (const [hash, key] of cached.entries()) if (concerns(key)) cached.delete(hash);
    });

  return decorate(keys, {
    async findByHash(hash) {
      const key = cached.get(hash) ?? (await (lookUps.get(hash) ?? lookUp(hash)));
      const lastUsedAt = key && later(lastUses.get(key.prefix), key.lastUsedAt);
      return key?.lastUsedAt === lastUsedAt ? key : key && Object.freeze({ ...key, lastUsedAt });
    },
    /**
     * Concurrent calls for one key share one write. `findByHash` returns the new instant before the database has it.
     */
    recordUse(prefix, at) {
      let write = recording.get(prefix);
      if (write === undefined) {
        lastUses.set(prefix, new Date(later(lastUses.get(prefix), at)));
        write = keys.recordUse(prefix, at).finally(() => recording.delete(prefix));
        recording.set(prefix, write);
      }
      return write;
    },
    revoke: (prefix, at) => afterwards(keys.revoke(prefix, at), (key) => key.prefix === prefix),
    expire: (prefix, at) => afterwards(keys.expire(prefix, at), (key) => key.prefix === prefix),
    revokeOf: (accountId, at) => afterwards(keys.revokeOf(accountId, at), (key) => key.accountId === accountId),
  });
}

/** Returns the later of two instants, or the other one if one is absent. */
function later<Instant extends Date | undefined>(one: Date | undefined, other: Instant): Date | Instant {
  return one !== undefined && (other === undefined || one > other) ? one : other;
}
