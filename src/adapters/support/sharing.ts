import { Batcher, type BatcherOptions } from './batcher.js';

/**
 * Does work that depends only on a key once for all calls that have the same key and wait. A call that arrives while the
 * work is done for its key shares the next one, so it never gets a result of work that began before it. The work has the
 * latest deadline of those who share it, and each of them waits until its own.
 */
export class Sharing<Result> {
  /** The calls for each key for which work is done or begins. */
  private readonly batchers = new Map<string, Batcher<string, Result>>();
  private readonly options: BatcherOptions;

  constructor(
    private readonly work: (key: string) => Promise<Result>,
    options: Pick<BatcherOptions, 'maxWaitMs' | 'tooLate'>,
  ) {
    this.options = { ...options, maxBatchSize: Infinity };
  }

  load(key: string): Promise<Result> {
    let batcher = this.batchers.get(key);
    if (batcher === undefined) {
      batcher = new Batcher((calls) => this.workFor(key, calls), this.options);
      this.batchers.set(key, batcher);
    }
    return batcher.load(key);
  }

  private async workFor(key: string, calls: readonly string[]): Promise<Result[]> {
    try {
      const result = await this.work(key);
      return calls.map(() => result);
    } finally {
      if (!this.batchers.get(key)?.hasWaiting) this.batchers.delete(key);
    }
  }
}
