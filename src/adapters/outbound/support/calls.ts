import pRetry, { type Options as RetryOptions } from 'p-retry';
import type { StorageOptions } from '../storage.js';
import { isUndone, TransientError, unavailable } from './errors.js';
import { Semaphore } from './semaphore.js';
import { WriteMonitor } from './write-monitor.js';

/** Pauses of 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms, in which another call may finish or a proxy switch over. */
export const PAUSES: RetryOptions = { minTimeout: 5, maxTimeout: 200, randomize: true };

/** The part of a call's time limit in which it makes further attempts; the rest is for the last one. */
const RETRY_SHARE = 0.5;

/** How many calls may wait for a connection; more are refused at once. */
const MAX_WAITING = 1000;

const DEFAULT_TIMEOUT_MS = 5_000;

export interface CallOptions {
  /** In milliseconds; Infinity for no limit. */
  readonly timeoutMs?: number;
  /** Whether the call overtakes all others that wait. */
  readonly urgent?: boolean;
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
export class Calls {
  readonly permits: Semaphore;
  readonly writes = new WriteMonitor();

  /** @param size the most attempts at a time @param retries the most further attempts of one call */
  constructor(
    size: number,
    private readonly retries: number,
    private readonly options: Pick<StorageOptions, 'timeoutMs' | 'onWait'>,
  ) {
    // A fifth, rounded up: writes that wait for a group without a majority leave room for reads and health checks.
    this.permits = new Semaphore(size, MAX_WAITING, size === 1 ? 0 : Math.ceil(size / 5));
  }

  /** Rejects with DomainError `unavailable` at the time limit; it is then unknown whether the last attempt had an effect. */
  make<T>(attempt: Attempt<T>, options: CallOptions = {}): Promise<T> {
    const result = this.makeInTime(attempt, options);
    return options.effect === 'safe' ? result : this.writes.watch(result);
  }

  private async makeInTime<T>(
    attempt: Attempt<T>,
    {
      timeoutMs = this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      urgent = false,
      effect,
      retries = this.retries,
    }: CallOptions,
  ): Promise<T> {
    const controller = new AbortController();
    const { signal } = controller;
    const expire = () => controller.abort(unavailable(new Error(`no answer within ${timeoutMs} ms`)));
    const timer = timeoutMs === Infinity ? undefined : setTimeout(expire, timeoutMs);
    const kind = effect === 'safe' ? 'read' : 'write';
    try {
      return await pRetry(() => this.withPermit(attempt, signal, urgent, kind), {
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

  private async withPermit<T>(
    attempt: Attempt<T>,
    signal: AbortSignal,
    urgent: boolean,
    kind: 'read' | 'write',
  ): Promise<T> {
    const start = performance.now();
    const release = await this.permits.acquire(kind, signal, urgent);
    try {
      this.options.onWait?.(performance.now() - start);
      return await attempt(signal);
    } finally {
      release();
    }
  }
}
