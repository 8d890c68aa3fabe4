import { afterThisCode } from './after-this-code.js';
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
  /** Returns the error of a call whose deadline passes before its batch ends. */
  readonly tooLate: () => Error;
  /**
   * Whether a batch that fails with this error did nothing, and smaller ones may succeed. By default none is divided.
   */
  readonly isTooLarge?: (error: unknown) => boolean;
}

/**
 * Runs calls together. A batch starts while calls wait and no batch runs, after the code that the event loop is running,
 * so that the calls which that code makes join each other. Calls that arrive while a batch runs wait for its end, or for
 * `maxWaitMs`. So no call gets the result of work that began before it.
 */
export class Batcher<Item, Result> {
  private readonly waiting: Call<Item, Result>[] = [];
  /** The latest batch, while it runs. The end of an earlier one starts none, so that batches do not multiply. */
  private latest: Promise<void> | undefined;
  /** Whether a batch starts after the code that is running. */
  private isStarting = false;
  /** The start of another batch beside the latest one, if calls wait for that. */
  private overtake: NodeJS.Timeout | undefined;

  /** @param runAll resolves to the results of the items, in order; if it rejects, every item fails with its error */
  constructor(
    private readonly runAll: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: BatcherOptions,
  ) {}

  /** Resolves to the result of the item. The wait ends at the deadline of the work that makes the call. */
  load(item: Item): Promise<Result> {
    const deadline = currentDeadline();
    const result = new Promise<Result>((resolve, reject) => this.waiting.push({ item, deadline, resolve, reject }));
    this.schedule();
    return deadline?.race(result, this.options.tooLate) ?? result;
  }

  private schedule(): void {
    if (this.waiting.length === 0) return;
    if (this.latest !== undefined) this.overtake ??= setTimeout(() => this.start(), this.options.maxWaitMs);
    else if (!this.isStarting) {
      this.isStarting = true;
      afterThisCode(() => this.start());
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
      if (calls.length > 1 && this.options.isTooLarge?.(error)) {
        const half = Math.ceil(calls.length / 2);
        await this.run(calls.slice(0, half));
        await this.run(calls.slice(half));
      } else for (const { reject } of calls) reject(error);
    }
  }
}
