import { LRUCache } from 'lru-cache';
import { apiKeyState, type ApiKey } from '../../../../domain/api-key.js';

/**
 * How long a key is given as it was found, in milliseconds, from the beginning of its lookup. A revoked key must stop
 * working everywhere within five seconds; the remaining second is for requests that are already running.
 */
const MAX_AGE_MS = 4_000;

/** How many keys are remembered, which bounds the memory. */
const MAX_KEYS = 10_000;

/**
 * Remembers the active API keys that were found lately, by their hash. Other ones are not remembered, so a flood of
 * invented keys evicts none.
 */
export class RecentApiKeys {
  private readonly keys;
  /** How many changes this instance has made. */
  private changes = 0;

  /** @param lookUp finds a key in the database, which no caller can change */
  constructor(
    private readonly lookUp: (hash: string) => Promise<ApiKey | undefined>,
    private readonly clock: Pick<Performance, 'now'> = performance,
  ) {
    this.keys = new LRUCache<string, ApiKey>({ max: MAX_KEYS, ttl: MAX_AGE_MS, ttlResolution: 0, perf: clock });
  }

  /** Rejects with the errors of the lookup. */
  async find(hash: string): Promise<ApiKey | undefined> {
    return this.keys.get(hash) ?? this.findAndRemember(hash);
  }

  /**
   * Waits for a change, which may have reached the database even if it failed, and forgets the keys that it concerns.
   */
  async change<Result>(change: Promise<Result>, concerns: (key: ApiKey) => boolean): Promise<Result> {
    try {
      return await change;
    } finally {
      this.changes++; // The result of a lookup that is under way is not remembered.
      this.forget(concerns);
    }
  }

  /** Lets the next call look up the keys that meet a condition. */
  forget(concerns: (key: ApiKey) => boolean): void {
    for (const [hash, key] of this.keys.entries()) if (concerns(key)) this.keys.delete(hash);
  }

  private async findAndRemember(hash: string): Promise<ApiKey | undefined> {
    const { changes } = this;
    const start = this.clock.now();
    const key = await this.lookUp(hash);
    const isActive = key !== undefined && apiKeyState(key, new Date()) === 'active';
    if (isActive && changes === this.changes) this.keys.set(hash, key, { start });
    return key;
  }
}
