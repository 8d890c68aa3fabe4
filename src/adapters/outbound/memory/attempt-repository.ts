import type { AttemptLimit, AttemptRepository } from '../../../domain/ports/repositories.js';
import { PeriodCounter } from '../../support/period-counter.js';

export class MemoryAttemptRepository implements AttemptRepository {
  private readonly counter = new PeriodCounter<string>();

  async count(key: string, { attempts, periodMs }: AttemptLimit): Promise<number> {
    const { count, restMs } = this.counter.count(key, periodMs);
    return count > attempts ? restMs : 0;
  }

  async refund(key: string): Promise<void> {
    this.counter.takeBack(key);
  }

  async purgeExpired(): Promise<void> {}
}
