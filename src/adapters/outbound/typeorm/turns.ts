import { unavailable } from './errors.js';

/** Who waits; `cancel` is set for as long as it does, and ends the waiting with an error. */
export interface Waiter {
  cancel: (() => void) | undefined;
}

/**
 * Lets a bounded number of calls through at a time and has the others wait, in the order in which they came. Stands
 * before a driver's own pool, whose queue knows neither an end of patience nor what is urgent.
 */
export class Turns {
  private taken = 0;
  private readonly queue = new Set<() => void>();
  private readonly urgentQueue = new Set<() => void>();

  /** @param maxWaiting how many may wait; more are refused at once */
  constructor(
    readonly size: number,
    private readonly maxWaiting: number,
  ) {}

  get busy(): number {
    return this.taken;
  }

  get waiting(): number {
    return this.queue.size + this.urgentQueue.size;
  }

  /** Whether it is the caller's turn at once. Whoever has a turn must `end` it. */
  tryBegin(): boolean {
    if (this.taken >= this.size) return false;
    this.taken++;
    return true;
  }

  /** Fulfilled by the caller's turn. Rejects with DomainError `unavailable` where too many wait, or when cancelled. */
  wait(waiter: Waiter, urgent: boolean): Promise<void> {
    const queue = urgent ? this.urgentQueue : this.queue;
    return new Promise((resolve, reject) => {
      if (queue.size >= this.maxWaiting) {
        reject(unavailable(new Error('too many calls wait for the store')));
        return;
      }
      const begin = () => {
        waiter.cancel = undefined;
        resolve();
      };
      waiter.cancel = () => {
        waiter.cancel = undefined;
        queue.delete(begin);
        reject(unavailable(new Error('the store was busy for too long')));
      };
      queue.add(begin);
    });
  }

  /** Hands the turn on. */
  end(): void {
    const queue = this.urgentQueue.size > 0 ? this.urgentQueue : this.queue;
    for (const begin of queue) {
      queue.delete(begin);
      begin();
      return;
    }
    this.taken--;
  }
}
