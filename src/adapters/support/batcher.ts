import { currentDeadline, latestDeadline, withDeadline, type Deadline } from './deadline.js';

interface Call<Item, Result> {
  readonly item: Item;
  readonly deadline: Deadline | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions {
  /** The most items in one batch, at least 1. */
  readonly maxBatchSize: number;
  /**
   * If calls have waited for a running batch for this many milliseconds, another batch starts with them, so that a
   * connection that hangs holds up only its own batch.
   */
  readonly maxWaitMs: number;
  /**
   * Whether a batch that fails with this error did nothing, and smaller ones may succeed. By default none is divided.
   */
  readonly isTooLarge?: (error: unknown) => boolean;
}

/**
 * Runs calls together that arrive while a batch is running, when it has ended. A call that finds no running batch runs
 * immediately and alone. So no call gets the result of work that began before it.
 */
export class Batcher<Item, Result> {
  /** This is an array, because a Set that changes with every request keeps old tables in memory. */
  private readonly waiting: Call<Item, Result>[] = [];
  /** The latest batch, while it runs. Only its end starts another one, so that batches do not multiply. */
  private latest: Promise<void> | undefined;
  /** Limits how long calls wait for the latest batch. It is set while calls wait. */
  private overtake: NodeJS.Timeout | undefined;

  /** @param runAll resolves to the results of the items, in order; if it rejects, every item fails with its error */
  constructor(
    private readonly runAll: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: BatcherOptions,
  ) {}

  load(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, deadline: currentDeadline(), resolve, reject });
      if (this.latest === undefined) this.start();
      else this.limitWait();
    });
  }

  private start(): void {
    clearTimeout(this.overtake);
    this.overtake = undefined;
    const calls = this.waiting.splice(0, this.options.maxBatchSize);
    const batch = withDeadline(latestDeadline(calls.map(({ deadline }) => deadline)), () => this.run(calls));
    this.latest = batch;
    if (this.waiting.length > 0) this.limitWait();
    void batch.then(() => this.end(batch));
  }

  private limitWait(): void {
    this.overtake ??= setTimeout(() => this.start(), this.options.maxWaitMs);
  }

  /**
   * A database that blocks the program ends a batch before the next requests are read. So a batch without waiting calls
   * counts as running until the end of the turn of the event loop.
   */
  private end(batch: Promise<void>): void {
    if (this.latest !== batch) return;
    if (this.waiting.length > 0) this.start();
    else setImmediate(() => this.endIdle(batch));
  }

  private endIdle(batch: Promise<void>): void {
    if (this.latest !== batch) return;
    this.latest = undefined;
    if (this.waiting.length > 0) this.start();
  }

  private async run(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await this.runAll(calls.map(({ item }) => item));
      if (results.length !== calls.length) throw new Error('a batch has another number of results than of items');
      for (const [at, result] of results.entries()) calls[at]?.resolve(result);
    } catch (error) {
      if (calls.length > 1 && this.options.isTooLarge?.(error)) {
        const half = Math.ceil(calls.length / 2);
        await this.run(calls.slice(0, half));
        await this.run(calls.slice(half));
      } else for (const { reject } of calls) reject(error);
    }
  }
}
