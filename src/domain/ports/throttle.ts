/** How many tries a name has in a period. */
export interface TryLimit {
  readonly tries: number;
  /** In milliseconds, at most a day; begins with the first try. */
  readonly period: number;
}

/**
 * Counts tries, so that guessing is slow. Every method rejects with DomainError `unavailable` where the counts cannot
 * be reached.
 */
export interface Throttle {
  /**
   * Counts one try under this name, which always comes with the same limit, and tells how many milliseconds to wait
   * before the next: 0 where this one was within the limit. A try that has to wait was refused: it must not be carried
   * out. Tries at the same time are counted one by one.
   */
  count(name: string, limit: TryLimit): Promise<number>;
  /** Forgets the tries under this name. */
  forget(name: string): Promise<void>;
  /** Lets go of every count whose period is over; nobody can tell but by the room it took. */
  tidy(): Promise<void>;
}
