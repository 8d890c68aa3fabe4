import { hash } from 'node:crypto';
import type { AttemptLimit, Throttle } from '../../../domain/ports/security.js';
import { PeriodCounter } from '../../support/period-counter.js';

/** Returns the key of a count of attempts, which is short for every name and reveals no email and no address. */
export function attemptKey(name: string): string {
  return hash('sha256', name, 'hex');
}

/** Counts the attempts of this process in memory. */
export class MemoryThrottle implements Throttle {
  private readonly counter = new PeriodCounter<string>();

  async count(name: string, { attempts, periodMs }: AttemptLimit): Promise<number> {
    const { count, restMs } = this.counter.count(attemptKey(name), periodMs);
    return count > attempts ? restMs : 0;
  }

  async refund(name: string): Promise<void> {
    this.counter.takeBack(attemptKey(name));
  }

  async purgeExpired(): Promise<void> {}
}
