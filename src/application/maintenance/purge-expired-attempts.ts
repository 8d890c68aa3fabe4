import type { Throttle } from '../../domain/ports/throttle.js';

/** Lets go of counted tries whose time is over, so that they do not pile up; run now and then. */
export class PurgeExpiredAttempts {
  constructor(private readonly throttle: Throttle) {}

  /** @throws DomainError `unavailable`. */
  execute(): Promise<void> {
    return this.throttle.purgeExpired();
  }
}
