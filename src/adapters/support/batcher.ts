import DataLoader from 'dataloader';

/** In milliseconds: one slow connection must not hold up the others. */
const MAX_WAIT_MS = 20;

/**
 * Loads together the keys of calls at the same time: within one turn of the event loop, or while an earlier batch runs. So no
 * call gets the result of a batch that began before it, and a call waits only when others are running. Equal keys (as in a
 * Map) are loaded once, and their calls get the same value.
 */
export class Batcher<Key, Value> {
  private readonly loader: DataLoader<Key, Value>;
  /** Functions that start the batches that wait. */
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private flushTimer: NodeJS.Timeout | undefined;

  /**
   * @param loadAll resolves to a value or an error for each key, in order; a rejection is that of every key
   * @param maxWaitMs how long calls wait while an earlier batch runs, in milliseconds
   */
  constructor(
    loadAll: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
    maxBatchSize: number,
    private readonly maxWaitMs = MAX_WAIT_MS,
  ) {
    const runBatch = async (keys: readonly Key[]) => {
      for (const key of keys) this.loader.clear(key); // later calls load again
      this.running++;
      try {
        return await loadAll(keys);
      } finally {
        this.running--;
        if (this.running === 0) this.flush();
      }
    };
    const batchScheduleFn = (start: () => void) => this.schedule(start);
    this.loader = new DataLoader(runBatch, { maxBatchSize, batchScheduleFn });
  }

  load(key: Key): Promise<Value> {
    return this.loader.load(key);
  }

  private schedule(start: () => void): void {
    this.waiting.push(start);
    if (this.running > 0) this.flushTimer ??= setTimeout(this.flush, this.maxWaitMs);
    else if (this.waiting.length === 1) setImmediate(this.flush);
  }

  /** Starts the waiting keys: one batch, or several when there are more keys than one takes. */
  private readonly flush = (): void => {
    clearTimeout(this.flushTimer);
    this.flushTimer = undefined;
    for (const start of this.waiting.splice(0)) start();
  };
}
