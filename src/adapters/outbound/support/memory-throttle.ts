import { hash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AttemptLimit, Throttle } from '../../../domain/ports/security.js';

/** Returns the key of a count of attempts, which is short for every name and reveals no email and no address. */
export function attemptKey(name: string): string {
  return hash('sha256', name, 'hex');
}

/** Counts the attempts of this process in memory. Expired counts delete themselves. */
export class MemoryThrottle implements Throttle {
  // The library's own limit is not used, because it would be the same for all names.
  private readonly counts = new RateLimiterMemory({ keyPrefix: '', points: 0, duration: 0 });

  async count(name: string, { attempts, periodMs }: AttemptLimit): Promise<number> {
    const { consumedPoints, msBeforeNext } = await this.counts.penalty(attemptKey(name), 1, {
      customDuration: periodMs / 1000,
    });
    return consumedPoints > attempts ? Math.max(1, msBeforeNext) : 0;
  }

  async refund(name: string, { periodMs }: AttemptLimit): Promise<void> {
    await this.counts.reward(attemptKey(name), 1, { customDuration: periodMs / 1000 });
  }

  async purgeExpired(): Promise<void> {}
}
