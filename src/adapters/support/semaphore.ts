import type { Deadline } from './deadline.js';

export class NoPermitError extends Error {
  override readonly name = 'NoPermitError';
}

export interface WaitOptions {
  /** Gives up the place in the queue when it is aborted, and rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: Deadline | undefined;
  readonly group?: string | undefined;
}

export interface SemaphoreLimits {
  /** How many callers may wait before further ones are refused. The default is Infinity. */
  readonly maxWaiting?: number;
  readonly maxWaitingOfGroup?: number;
}

/**
 * Limits how much work runs at the same time. Other work waits, in order within its group, and the groups take turns,
 * so that a group with many callers delays the others by no more than one of them. p-queue costs more (ADR 16), and its
 * queue has no bound.
 */
export class Semaphore {
  private held = 0;
  private count = 0;
  /**
   * The callers that wait. The group whose turn is next comes first. Each queue is an array, because a Set that changes
   * with every request keeps the requests in memory until the next full garbage collection.
   */
  private readonly queues = new Map<string, (() => void)[]>();
  private readonly limits: Required<SemaphoreLimits>;

  constructor(
    readonly size: number,
    { maxWaiting = Infinity, maxWaitingOfGroup = Infinity }: SemaphoreLimits = {},
  ) {
    this.limits = { maxWaiting, maxWaitingOfGroup };
  }

  get busy(): number {
    return this.held;
  }

  get waiting(): number {
    return this.count;
  }

  /** Rejects with the errors of `acquire` and of the work. */
  async run<T>(work: () => Promise<T>, options?: WaitOptions): Promise<T> {
    await this.acquire(options);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Waits for a permit, whose holder must call `release` once. @throws NoPermitError, or the reason of the signal */
  async acquire({ signal, deadline, group = '' }: WaitOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    if (this.tryAcquire()) return;
    const queue = this.queues.get(group) ?? [];
    if (this.count >= this.limits.maxWaiting || queue.length >= this.limits.maxWaitingOfGroup) {
      throw new NoPermitError('too many callers wait already');
    }
    const isGranted = await new Promise<boolean>((resolve) => {
      const leave = (result: boolean) => {
        unwatch?.();
        signal?.removeEventListener('abort', giveUp);
        resolve(result);
      };
      const grant = () => leave(true);
      const giveUp = () => {
        queue.splice(queue.indexOf(grant), 1);
        if (queue.length === 0) this.queues.delete(group);
        this.count--;
        leave(false);
      };
      const unwatch = deadline?.watch(giveUp);
      signal?.addEventListener('abort', giveUp);
      queue.push(grant);
      this.queues.set(group, queue);
      this.count++;
    });
    if (isGranted) return;
    signal?.throwIfAborted();
    throw new NoPermitError('the time to wait for a permit is over');
  }

  /** @returns whether there was a permit */
  tryAcquire(): boolean {
    const isFree = this.held < this.size;
    if (isFree) this.held++;
    return isFree;
  }

  /** Hands the permit to the first caller of the next group, or frees it if no caller waits. */
  release(): void {
    for (const [group, queue] of this.queues) {
      const grant = queue.shift();
      if (queue.length === 0) this.queues.delete(group);
      else if (this.queues.size > 1) {
        this.queues.delete(group);
        this.queues.set(group, queue); // It is the last one now.
      }
      this.count--;
      grant?.();
      return;
    }
    this.held--;
  }
}
