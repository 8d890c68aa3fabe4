import pRetry, { type Options as RetryOptions } from 'p-retry';
import type { ConnectionStatistics, StorageOptions } from '../storage.js';
import { NoPermitError, Semaphore } from '../../support/semaphore.js';
import { isUndone, TransientError, unavailable } from './errors.js';

/** Pauses of 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms, in which another call may finish or a proxy switch over. */
export const PAUSES: RetryOptions = { minTimeout: 5, maxTimeout: 200, randomize: true };

/** The part of a call's time limit in which it makes further attempts; the rest is for the last one. */
const RETRY_SHARE = 0.5;

/** The part of the connections that writes may use at a time. */
const WRITE_SHARE = 0.8;

/** How many calls may wait for a connection; more are refused at once. */
const MAX_WAITING = 1000;

const DEFAULT_TIMEOUT_MS = 5_000;

export interface CallOptions {
  /** In milliseconds; Infinity for no limit. */
  readonly timeoutMs?: number;
  /**
   * Safe: only reads. Idempotent: doing it twice has the effect of doing it once. Either is repeated when its outcome is
   * unknown; absent, the call is repeated only when the store undid all of it (terms of RFC 9110, section 9.2).
   */
  readonly effect?: 'safe' | 'idempotent';
  /** The most further attempts; those of the store by default. */
  readonly retries?: number;
}

/** Of a call that only reads. */
export const READ: CallOptions = { effect: 'safe' };

/** One attempt of a call. The signal aborts at the time limit of the call. */
type Attempt<T> = (signal: AbortSignal) => Promise<T>;

/** The calls to one store: each waits for a permit, has a time limit, and is attempted again where that is safe. */
export class Calls implements ConnectionStatistics {
  readonly permits: Semaphore;
  /** Writes take one of these first. There are fewer, so that writes leave room for reads and health checks. */
  private readonly writePermits: Semaphore;

  /** @param size the most attempts at a time @param retries the most further attempts of one call */
  constructor(
    size: number,
    private readonly retries: number,
    private readonly options: Pick<StorageOptions, 'timeoutMs' | 'onWait'>,
  ) {
    this.permits = new Semaphore(size, MAX_WAITING);
    // A group without a majority answers reads, and lets every write wait.
    this.writePermits = new Semaphore(Math.max(1, Math.floor(size * WRITE_SHARE)), MAX_WAITING);
  }

  get size(): number {
    return this.permits.size;
  }

  get busy(): number {
    return this.permits.busy;
  }

  get waiting(): number {
    return this.permits.waiting + this.writePermits.waiting;
  }

  /** Rejects with DomainError `unavailable` at the time limit; it is then unknown whether the last attempt had an effect. */
  async make<T>(
    attempt: Attempt<T>,
    { timeoutMs = this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS, effect, retries = this.retries }: CallOptions = {},
  ): Promise<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const expire = () => controller.abort(unavailable(new Error(`no answer within ${timeoutMs} ms`)));
    const timer = timeoutMs === Infinity ? undefined : setTimeout(expire, timeoutMs);
    try {
      return await pRetry(() => this.withPermit(attempt, signal, effect === 'safe'), {
        ...PAUSES,
        retries,
        maxRetryTime: Math.min(timeoutMs, DEFAULT_TIMEOUT_MS) * RETRY_SHARE,
        signal,
        shouldRetry: ({ error }) => isUndone(error) || (effect !== undefined && error instanceof TransientError),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  private async withPermit<T>(attempt: Attempt<T>, signal: AbortSignal, isRead: boolean): Promise<T> {
    const start = performance.now();
    const begin = () => {
      this.options.onWait?.(performance.now() - start);
      return attempt(signal);
    };
    const read = () => this.permits.run(begin, { signal });
    try {
      return await (isRead ? read() : this.writePermits.run(read, { signal }));
    } catch (error) {
      throw error instanceof NoPermitError ? unavailable(new Error('too many calls wait for the store')) : error;
    }
  }
}
