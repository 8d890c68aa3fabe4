import { currentDeadline, latestDeadline, withDeadline, type Deadline } from './deadline.js';

interface Call<Item, Result> {
  readonly item: Item;
  readonly deadline: Deadline | undefined;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions {
  /** At least 1. By default a batch has all items that wait. */
  readonly maxBatchSize?: number;
  /**
   * How long calls wait for a running batch before another one starts with them, so that a connection that hangs holds
   * up only its own batch. By default they wait until it ends.
   */
  readonly maxWaitMs?: number;
}

/**
 * Runs calls together. A batch starts when the code that the event loop is running has ended, so that the calls of that
 * code share it; calls that arrive meanwhile wait for its end, or for `maxWaitMs`. So no call gets the result of work
 * that began before it. The work has the latest deadline of its calls.
 */
export class Batcher<Item, Result> {
  private readonly options: Required<BatcherOptions>;
  private readonly waiting: Call<Item, Result>[] = [];
  /** The latest batch, while it runs. Only its end starts the next one, and not that of a batch that it has overtaken. */
  private latest: Promise<void> | undefined;
  private isStarting = false;
  private overtake: NodeJS.Timeout | undefined;

  /**
   * @param runAll resolves to the results in the order of the items. A result may be a promise, for which the next
   * batch does not wait.
   */
  constructor(
    private readonly runAll: (items: readonly Item[]) => Promise<readonly (Result | PromiseLike<Result>)[]>,
    { maxBatchSize = Infinity, maxWaitMs = Infinity }: BatcherOptions = {},
  ) {
    this.options = { maxBatchSize, maxWaitMs };
  }

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

/** Calls back before any further event, and after the work of all requests that started together. */
function afterMicrotasks(call: () => void): void {
  // A nextTick that is requested in a microtask runs after all microtasks.
  queueMicrotask(() => process.nextTick(call));
}

/** Does the work of a batch once for each key. */
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
