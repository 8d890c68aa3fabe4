import { LRUCache } from 'lru-cache';
import { apiKeyState, type ApiKey } from '../../../../domain/api-key.js';

/**
 * How long a key is given as it was found, in milliseconds, from the beginning of its lookup. A revoked key must stop
 * working everywhere within five seconds; the remaining second is for requests that are already running.
 */
const MAX_AGE_MS = 4_000;

const MAX_KEYS = 10_000;

/** Remembers the active keys, because every request looks for one. A key that is not active evicts none. */
export class ApiKeyCache {
  private readonly recent = new LRUCache<string, ApiKey>({ max: MAX_KEYS, ttl: MAX_AGE_MS, ttlResolution: 0 });
  private changes = 0;

  constructor(private readonly lookUp: (prefix: string) => Promise<ApiKey | undefined>) {}

  async find(prefix: string): Promise<ApiKey | undefined> {
    const known = this.recent.get(prefix);
    if (known !== undefined) return known;
    const { changes } = this;
    const start = performance.now();
    const found = await this.lookUp(prefix);
    const isCurrent = changes === this.changes;
    if (found !== undefined && isCurrent && apiKeyState(found, new Date()) === 'active') {
      this.recent.set(prefix, found, { start });
    }
    return found;
  }

  /** Lets the next call look the key up. The result of a lookup that is under way is not remembered. */
  forget(prefix: string): void {
    this.changes++;
    this.recent.delete(prefix);
  }
}
