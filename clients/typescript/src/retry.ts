import { AnimalStoreError } from './error.js';

export interface RetryOptions {
  /** The longest time for one call with its retries and waits, in milliseconds, or Infinity. Default: 30,000. */
  readonly totalMs: number;
  /** The longest time for one attempt, in milliseconds, or Infinity; then it counts as lost. Default: 10,000. */
  readonly timeoutMs: number;
}

/** The statuses of a request that came too slowly, and of a service or a proxy that is overloaded, starts or stops. */
const TRANSIENT: readonly (number | undefined)[] = [408, 429, 502, 503, 504];

/** Bounds of the random part of a wait, in milliseconds. The upper bound doubles with every attempt, from 250. */
const WAIT = { least: 100, first: 250, most: 2000 } as const;

/** In milliseconds. A timer that is set for longer runs at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Calls `attempt` until it succeeds, fails for another reason than load or a lost connection, or has no time left for a
 * further attempt.
 * @throws the last error of `attempt`, or the reason of `signal` when that aborts
 */
export async function retry<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { totalMs, timeoutMs }: RetryOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  const end = performance.now() + totalMs;
  for (let count = 0, leftMs = totalMs; ; count++) {
    const timeout = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, leftMs, LONGEST_TIMER)));
    try {
      return await attempt(AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      const ms = waitMs(count, error);
      if (ms === undefined || performance.now() + ms >= end) throw error;
      await wait(ms, signal);
      leftMs = end - performance.now();
      if (leftMs <= 0) throw error; // a busy program waits for longer than it wants to
    }
  }
}

/**
 * Full jitter, on top of what the service asks for: otherwise all clients of a service that recovers return at once.
 * @returns `undefined` for an error that no further attempt can change
 */
function waitMs(count: number, error: unknown): number | undefined {
  if (!(error instanceof AnimalStoreError)) return undefined;
  if (error.code !== 'connection_lost' && !TRANSIENT.includes(error.status)) return undefined;
  const most = Math.min(WAIT.first * 2 ** count, WAIT.most);
  // eslint-disable-next-line no-restricted-properties -- jitter, not a secret
  return (error.retryAfterMs ?? 0) + WAIT.least + Math.random() * (most - WAIT.least);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error); // AbortController.abort() takes any value, and callers expect that value back
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(ms, LONGEST_TIMER),
    );
    signal.addEventListener('abort', abort, { once: true });
  });
}
