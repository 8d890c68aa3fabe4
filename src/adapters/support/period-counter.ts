import { LRUCache } from 'lru-cache';

/**
 * This bounds the memory. When there are more names, the count that has not grown for longest is forgotten: to reset
 * one on purpose takes as many requests of other networks or accounts.
 */
const MAX_COUNTS = 50_000;

/** A period begins with the first event of a name. */
export class PeriodCounter<Name extends string | bigint> {
  private readonly counts = new LRUCache<Name, number>({ max: MAX_COUNTS, ttl: 1, noUpdateTTL: true });

  /**
   * @param periodMs always the same for a name @returns the events of the period, and its rest in milliseconds, at
   * least 1
   */
  count(name: Name, periodMs: number): { readonly count: number; readonly restMs: number } {
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count, { ttl: periodMs });
    return { count, restMs: Math.max(1, this.counts.getRemainingTTL(name)) };
  }

  takeBack(name: Name): void {
    const count = this.counts.get(name);
    if (count !== undefined) this.counts.set(name, count - 1);
  }
}
