/** The error of a call that gets no permit, because too many callers wait already or its time to wait is over. */
export class NoPermitError extends Error {
  override readonly name = 'NoPermitError';
}

export interface WaitOptions {
  /** Gives up the place in the line when it is aborted; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The longest wait in milliseconds. It is unlimited by default. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Limits how much work runs at the same time; other work waits in order. p-queue costs more (ADR 16), and its line has
 * no bound.
 */
export class Semaphore {
  private held = 0;
  /**
   * The callers that wait, in order. This is an array, because a Set that changes with every request leaves old tables
   * behind, which keep the requests in memory until the next full garbage collection.
   */
  private readonly line: (() => void)[] = [];

  /**
   * @param size the number of permits, at least 1
   * @param maxWaiting how many callers may wait; further ones are refused immediately
   */
  constructor(
    readonly size: number,
    readonly maxWaiting = Infinity,
  ) {}

  /** The number of permits that are held. */
  get busy(): number {
    return this.held;
  }

  get waiting(): number {
    return this.line.length;
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
  async acquire({ signal, timeoutMs }: WaitOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    if (this.tryAcquire()) return;
    if (this.line.length >= this.maxWaiting) throw new NoPermitError('too many callers wait already');
    const isGranted = await new Promise<boolean>((resolve) => {
      const leave = (result: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(result);
      };
      const grant = () => leave(true);
      const giveUp = () => {
        this.line.splice(this.line.indexOf(grant), 1);
        leave(false);
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp);
      this.line.push(grant);
    });
    if (isGranted) return;
    signal?.throwIfAborted();
    throw new NoPermitError(`no permit within ${timeoutMs} ms`);
  }

  /** Takes a permit without waiting. @returns whether there was one */
  tryAcquire(): boolean {
    const isFree = this.held < this.size;
    if (isFree) this.held++;
    return isFree;
  }

  /** Hands the permit to the first caller in the line, or frees it if no caller waits. */
  release(): void {
    const grant = this.line.shift();
    if (grant === undefined) this.held--;
    else grant();
  }
}
