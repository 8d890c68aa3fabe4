import { LRUCache, type Perf } from 'lru-cache';
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
 * @param perf a clock in milliseconds that never goes back
 */
export function cacheApiKeys(keys: ApiKeyRepository, perf: Perf = performance): ApiKeyRepository {
  const credentials = new KnownCredentials();
  /** The look-ups that found a key or are running, by hash. */
  const lookUps = new LRUCache<string, Promise<ApiKey | undefined>>({
    max: MAX_KEYS,
    ttl: MAX_AGE_MS, // The time begins with the look-up.
    ttlResolution: 0,
    perf,
  });
  /** The last use of each key that this instance recorded, by prefix. */
  const lastUses = new LRUCache<string, Date>({ max: MAX_KEYS });
  /** The writes that are running, by prefix. */
  const recording = new Map<string, Promise<void>>();

  const lookUp = (hash: string) => {
    const found = credentials.find(hash, () => keys.findByHash(hash));
    const forget = () => lookUps.delete(hash);
    lookUps.set(hash, found);
    found.then((key) => key ?? forget(), forget);
    return found;
  };
  // A change that failed may have reached the store. A look-up that is running serves earlier calls only.
  const clear = () => lookUps.clear();

  return decorate(keys, {
    async findByHash(hash) {
      const key = await (lookUps.get(hash) ?? lookUp(hash));
      if (key === undefined) return undefined;
      const { createdAt, expiresAt, revokedAt } = key;
      const lastUsedAt = later(lastUses.get(key.prefix), key.lastUsedAt);
      return {
        ...key,
        // The instants are copied by hand, since structuredClone is slow and this runs for every request.
        createdAt: new Date(createdAt),
        expiresAt: expiresAt && new Date(expiresAt),
        lastUsedAt: lastUsedAt && new Date(lastUsedAt),
        revokedAt: revokedAt && new Date(revokedAt),
      };
    },
    /** Concurrent calls for one key share one write. `findByHash` returns the new instant before the store has it. */
    recordUse(prefix, at) {
      let write = recording.get(prefix);
      if (write === undefined) {
        lastUses.set(prefix, new Date(later(lastUses.get(prefix), at)));
        write = keys.recordUse(prefix, at).finally(() => recording.delete(prefix));
        recording.set(prefix, write);
      }
      return write;
    },
    revoke: (prefix, at) => keys.revoke(prefix, at).finally(clear),
    expire: (prefix, at) => keys.expire(prefix, at).finally(clear),
    revokeOf: (accountId, at) => keys.revokeOf(accountId, at).finally(clear),
  });
}

/** Returns the later of two instants, or the other one if one is absent. */
function later<Instant extends Date | undefined>(one: Date | undefined, other: Instant): Date | Instant {
  return one !== undefined && (other === undefined || one > other) ? one : other;
}
