import type { Throttle } from '../../domain/ports/throttle.js';

/** Deletes the counts of attempts whose period is over; run regularly. */
export class PurgeExpiredAttempts {
  constructor(private readonly throttle: Throttle) {}

  /** @throws DomainError `unavailable`. */
  execute(): Promise<void> {
    return this.throttle.purgeExpired();
  }
}
