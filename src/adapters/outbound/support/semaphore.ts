import { unavailable } from './errors.js';

/**
 * Limits how many calls use a resource at a time; the others wait in order of arrival, urgent ones first. Stands before a
 * driver's own pool, whose queue has neither a time limit nor a priority.
 */
export class Semaphore {
  private held = 0;
  private readonly queue = new Set<() => void>();
  private readonly urgentQueue = new Set<() => void>();

  /**
   * @param size the number of permits
   * @param maxWaiting how many calls may wait, and how many urgent ones; more are refused at once
   */
  constructor(
    readonly size: number,
    private readonly maxWaiting: number,
  ) {}

  /** Permits that are held. */
  get busy(): number {
    return this.held;
  }

  get waiting(): number {
    return this.queue.size + this.urgentQueue.size;
  }

  /**
   * Waits for a permit, which must be released. Rejects with the reason of the signal when that aborts first, and with
   * DomainError `unavailable` when too many calls wait.
   */
  acquire(signal?: AbortSignal, urgent = false): Promise<void> {
    if (this.held < this.size) {
      this.held++;
      return Promise.resolve();
    }
    const queue = urgent ? this.urgentQueue : this.queue;
    return new Promise((resolve, reject) => {
      if (queue.size >= this.maxWaiting) {
        reject(unavailable(new Error('too many calls wait for the store')));
        return;
      }
      const grant = () => {
        queue.delete(grant);
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = () => {
        queue.delete(grant);
        reject(signal?.reason instanceof Error ? signal.reason : unavailable(new Error('cancelled')));
      };
      queue.add(grant);
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  /** Hands the permit to the next call that waits. */
  release(): void {
    const [next] = this.urgentQueue.size > 0 ? this.urgentQueue : this.queue;
    if (next === undefined) this.held--;
    else next();
  }
}
