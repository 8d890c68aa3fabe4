/**
 * The value of `maxWaitMs` for batches that a connection may hold up. Most batches take less time.
 */
export const MAX_WAIT_MS = 20;

interface Call<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** The waiting calls of one group, and the number of its running batches. */
interface Group<Item, Result> {
  readonly waiting: Call<Item, Result>[];
  running: number;
  /** The instant at which the latest batch began, as performance.now() gives it. */
  startedAt: number;
}

export interface BatcherOptions<Item> {
  /** The most items in one batch, at least 1. It is unlimited by default. */
  readonly maxBatchSize?: number;
  /** Items of different groups are never in one batch and never wait for each other. By default all items are one group. */
  readonly groupOf?: (item: Item) => string;
  /**
   * If a batch has been running for longer than this many milliseconds, the next call starts another batch with the
   * calls that wait, so that a connection that hangs does not hold up every call. By default one batch of a group runs
   * at a time.
   */
  readonly maxWaitMs?: number;
}

/**
 * Batches calls that arrive while other work is running. A call that finds its group idle runs immediately and alone;
 * calls that arrive while a batch of their group is running are run together when it has ended. So no call gets the
 * result of work that began before it.
 */
export class Batcher<Item, Result> {
  private readonly groups = new Map<string, Group<Item, Result>>();
  private readonly maxBatchSize: number;
  private readonly groupOf: (item: Item) => string;
  private readonly maxWaitMs: number;

  /**
   * @param runAll resolves to a result or an error for each item, in order; if it rejects, every item fails with that
   * error
   */
  constructor(
    private readonly runAll: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
    { maxBatchSize = Infinity, groupOf = () => '', maxWaitMs = Infinity }: BatcherOptions<Item> = {},
  ) {
    this.maxBatchSize = maxBatchSize;
    this.groupOf = groupOf;
    this.maxWaitMs = maxWaitMs;
  }

  load(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const name = this.groupOf(item);
      const group = this.groups.get(name) ?? { waiting: [], running: 0, startedAt: 0 };
      this.groups.set(name, group);
      group.waiting.push({ item, resolve, reject });
      const isLate = performance.now() - group.startedAt > this.maxWaitMs;
      if (group.running === 0 || isLate) void this.start(name, group);
    });
  }

  /**
   * Runs one batch, and after it the calls that arrived in the meantime. A store that blocks the program ends a batch
   * before the next request is read, so a batch without waiting calls counts as running until the event loop has read
   * the requests that are there.
   */
  private async start(name: string, group: Group<Item, Result>): Promise<void> {
    const calls = group.waiting.splice(0, this.maxBatchSize);
    group.running++;
    group.startedAt = performance.now();
    await this.run(calls);
    if (group.waiting.length > 0) this.end(name, group);
    else setImmediate(() => this.end(name, group));
  }

  private end(name: string, group: Group<Item, Result>): void {
    group.running--;
    if (group.running > 0) return;
    if (group.waiting.length > 0) void this.start(name, group);
    else this.groups.delete(name);
  }

  private async run(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await this.runAll(calls.map(({ item }) => item));
      if (results.length !== calls.length) throw new Error('a batch has another number of results than of items');
      for (const [at, result] of results.entries()) {
        if (result instanceof Error) calls[at]?.reject(result);
        else calls[at]?.resolve(result);
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
}
