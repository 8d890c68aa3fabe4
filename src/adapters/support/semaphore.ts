import type { Deadline } from './deadline.js';

/** The error of a call that gets no permit, because too many callers wait already or its time to wait is over. */
export class NoPermitError extends Error {
  override readonly name = 'NoPermitError';
}

export interface WaitOptions {
  /** Gives up the place in the queue when it is aborted; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** By when the wait ends. It has no end by default. */
  readonly deadline?: Deadline | undefined;
  /** The group in whose queue the caller waits. By default it is the one of all callers that name none. */
  readonly group?: string | undefined;
}

export interface SemaphoreLimits {
  /** How many callers may wait; further ones are refused immediately. The default is Infinity. */
  readonly maxWaiting?: number;
  /** How many callers of one group may wait. The default is Infinity. */
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
   * The callers that wait, by group. The group whose turn is next comes first. Each queue is an array, because a Set
   * that changes with every request leaves old tables behind, which keep the requests in memory until the next full
   * garbage collection.
   */
  private readonly queues = new Map<string, (() => void)[]>();
  private readonly limits: Required<SemaphoreLimits>;

  /** @param size the number of permits, at least 1 */
  constructor(
    readonly size: number,
    { maxWaiting = Infinity, maxWaitingOfGroup = Infinity }: SemaphoreLimits = {},
  ) {
    this.limits = { maxWaiting, maxWaitingOfGroup };
  }

  /** The number of permits that are held. */
  get busy(): number {
    return this.held;
  }

  get waiting(): number {
    return this.count;
  }

  /** Holds a permit for as long as the work takes. Rejects with the errors of `acquire` and of the work. */
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

  /** Takes a permit without waiting. @returns whether there was one */
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
