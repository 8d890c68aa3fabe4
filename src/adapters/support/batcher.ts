import { currentDeadline, latestDeadline, withDeadline, type Deadline } from './deadline.js';

interface Call<Item, Result> {
  readonly item: Item;
  readonly deadline: Deadline | undefined;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions {
  /** The most items in one batch, at least 1. All that wait are one batch by default. */
  readonly maxBatchSize?: number;
  /**
   * If calls have waited for a running batch for this many milliseconds, another batch starts with them, so that a
   * connection that hangs holds up only its own batch. By default they wait until the running batch ends.
   */
  readonly maxWaitMs?: number;
}

/**
 * Runs calls together. While calls wait and no batch runs, a batch starts when the code that the event loop is running
 * has ended, so that the calls of that code share it. Calls that arrive while a batch runs wait for its end, or for
 * `maxWaitMs`. So no call gets the result of work that began before it. The work has the latest deadline of its calls.
 */
export class Batcher<Item, Result> {
  private readonly options: Required<BatcherOptions>;
  private readonly waiting: Call<Item, Result>[] = [];
  /** The latest batch, while it runs. The end of an earlier one starts none, so that batches do not multiply. */
  private latest: Promise<void> | undefined;
  /** Whether the start of a batch is scheduled. */
  private isStarting = false;
  /** The start of another batch beside the latest one, if calls wait for that. */
  private overtake: NodeJS.Timeout | undefined;

  /**
   * @param runAll resolves to the results of the items, in order; if it rejects, every item fails with its error. A result
   * may be a promise, which settles only the call for its item, and for which the next batch does not wait.
   */
  constructor(
    private readonly runAll: (items: readonly Item[]) => Promise<readonly (Result | PromiseLike<Result>)[]>,
    { maxBatchSize = Infinity, maxWaitMs = Infinity }: BatcherOptions = {},
  ) {
    this.options = { maxBatchSize, maxWaitMs };
  }

  /** Resolves to the result of the item. */
  load(item: Item): Promise<Result> {
    const deadline = currentDeadline();
    const result = new Promise<Result>((resolve, reject) => this.waiting.push({ item, deadline, resolve, reject }));
    this.schedule();
    return result;
  }

  private schedule(): void {
    if (this.waiting.length === 0) return;
    const { maxWaitMs } = this.options;
    if (this.latest !== undefined) {
      if (maxWaitMs < Infinity) this.overtake ??= setTimeout(() => this.start(), maxWaitMs);
    } else if (!this.isStarting) {
      this.isStarting = true;
      afterMicrotasks(() => this.start());
    }
  }

  private start(): void {
    clearTimeout(this.overtake);
    this.isStarting = false;
    this.overtake = undefined;
    const calls = this.waiting.splice(0, this.options.maxBatchSize);
    const batch = withDeadline(latestDeadline(calls.map(({ deadline }) => deadline)), () => this.run(calls));
    this.latest = batch;
    this.schedule();
    void batch.then(() => {
      if (this.latest !== batch) return;
      this.latest = undefined;
      this.schedule();
    });
  }

  private async run(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await this.runAll(calls.map(({ item }) => item));
      if (results.length !== calls.length) throw new Error('a batch has another number of results than of items');
      for (const [at, result] of results.entries()) calls[at]?.resolve(result);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
}

/**
 * Calls back when the code that the event loop is running has ended and its microtasks have run: before any further
 * event, and after the work of all requests that one turn has started together.
 */
function afterMicrotasks(call: () => void): void {
  // A nextTick that is requested in a microtask runs after all microtasks.
  queueMicrotask(() => process.nextTick(call));
}

/**
 * Returns the function of a batcher that does the work once for each key of a batch. Calls with equal keys share the
 * result.
 */
export function oncePerKey<Result>(work: (key: string) => Promise<Result>) {
  return async (keys: readonly string[]): Promise<Promise<Result>[]> => {
    const results = new Map<string, Promise<Result>>();
    return keys.map((key) => {
      const result = results.get(key) ?? work(key);
      results.set(key, result);
      return result;
    });
  };
}
