/** How many attempts a name has in a period. */
export interface AttemptLimit {
  readonly attempts: number;
  /** In milliseconds, at most a day; begins with the first attempt. */
  readonly periodMs: number;
}

/**
 * Counts attempts, so that guessing is slow. Every method rejects with DomainError `unavailable` when the counts cannot
 * be reached.
 */
export interface Throttle {
  /**
   * Counts one attempt under this name, which always comes with the same limit. Resolves to the milliseconds to wait
   * before the next attempt: 0 when this one is within the limit. An attempt that has to wait is refused and must not be
   * carried out. Concurrent attempts are counted one by one. A refusal may stand until its end, even if another instance
   * takes attempts back.
   */
  count(name: string, limit: AttemptLimit): Promise<number>;
  /** Takes back one attempt that was counted under this name with this limit. */
  refund(name: string, limit: AttemptLimit): Promise<void>;
  /** Deletes every count whose period is over, to free its space. */
  purgeExpired(): Promise<void>;
}
