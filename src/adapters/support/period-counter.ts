import { LRUCache } from 'lru-cache';

/**
 * How many names are counted at a time, which bounds the memory. When there are more, the count that has not grown for
 * longest is forgotten. To reset one count on purpose takes as many requests of other networks or accounts.
 */
const MAX_COUNTS = 50_000;

/** Counts what happens under a name in a period, which begins with the first event. */
export class PeriodCounter<Name extends string | bigint> {
  private readonly counts = new LRUCache<Name, number>({ max: MAX_COUNTS, ttl: 1, noUpdateTTL: true });

  /**
   * Counts one event. Returns how many events the period has had, and its rest in milliseconds, at least 1.
   * @param periodMs the length of a period in milliseconds, which is always the same for a name
   */
  count(name: Name, periodMs: number): { readonly count: number; readonly restMs: number } {
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count, { ttl: periodMs });
    return { count, restMs: Math.max(1, this.counts.getRemainingTTL(name)) };
  }

  /** Takes back one event of the period, if it has one. */
  takeBack(name: Name): void {
    const count = this.counts.get(name);
    if (count !== undefined) this.counts.set(name, count - 1);
  }
}
