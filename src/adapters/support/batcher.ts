import DataLoader from 'dataloader';

/** How long calls wait while an earlier batch runs, in milliseconds: one slow connection must not hold up the others. */
const MAX_WAIT_MS = 20;

/**
 * Loads together the keys of calls within one turn of the event loop, or while an earlier batch runs: no call gets the result
 * of a batch that began before it. Equal keys (as in a Map) are loaded once, and their calls get the same value.
 */
export class Batcher<Key, Value> {
  /** Dropped at each flush: its cache would keep old values until a full garbage collection, a fifth of the CPU of lists. */
  private loader: DataLoader<Key, Value> | undefined;
  /** Functions that start the batches that wait. */
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private flushTimer: NodeJS.Timeout | undefined;

  /** @param loadAll resolves to a value or an error for each key, in order; a rejection is that of every key */
  constructor(
    private readonly loadAll: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>,
    private readonly maxBatchSize: number,
  ) {}

  load(key: Key): Promise<Value> {
    this.loader ??= new DataLoader((keys) => this.run(keys), {
      maxBatchSize: this.maxBatchSize,
      batchScheduleFn: (start) => this.schedule(start),
    });
    return this.loader.load(key);
  }

  private async run(keys: readonly Key[]): Promise<readonly (Value | Error)[]> {
    this.running++;
    try {
      return await this.loadAll(keys);
    } finally {
      this.running--;
      if (this.running === 0) this.flush();
    }
  }

  private schedule(start: () => void): void {
    this.waiting.push(start);
    if (this.running > 0) this.flushTimer ??= setTimeout(this.flush, MAX_WAIT_MS);
    else if (this.waiting.length === 1) setImmediate(this.flush);
  }

  /** Starts the waiting keys: one batch, or several when there are more keys than one takes. */
  private readonly flush = (): void => {
    clearTimeout(this.flushTimer);
    this.flushTimer = undefined;
    this.loader = undefined; // later calls load again
    for (const start of this.waiting.splice(0)) start();
  };
}
