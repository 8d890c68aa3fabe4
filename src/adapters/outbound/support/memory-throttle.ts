import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AttemptLimit, Throttle } from '../../../domain/ports/security.js';

/** Returns the key of a count of attempts, which is short for every name and reveals no email and no address. */
export function attemptKey(name: string): string {
  return hash('sha256', name, 'hex');
}

/** Counts the attempts of this process in memory. */
export class MemoryThrottle implements Throttle {
  /** A count deletes itself when the period of its first attempt ends. */
  private readonly counts = new LRUCache<string, number>({ ttl: 1, ttlAutopurge: true, noUpdateTTL: true });

  async count(name: string, { attempts, periodMs }: AttemptLimit): Promise<number> {
    const key = attemptKey(name);
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count, { ttl: periodMs });
    return count > attempts ? Math.max(1, this.counts.getRemainingTTL(key)) : 0;
  }

  async refund(name: string): Promise<void> {
    const key = attemptKey(name);
    const count = this.counts.get(key);
    if (count !== undefined) this.counts.set(key, count - 1);
  }

  async purgeExpired(): Promise<void> {}
}
