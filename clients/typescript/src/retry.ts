import { AnimalStoreError } from './error.js';

export interface RetryOptions {
  /** The most attempts of one call, the first included. Default: 5. */
  readonly attempts: number;
  /** The longest time for one attempt, in milliseconds; then its connection counts as lost. Default: 30,000. */
  readonly timeoutMs: number;
  /** The longest wait between two attempts, in milliseconds. A longer `Retry-After` ends the call. Default: 60,000. */
  readonly maxWaitMs: number;
}

/** The longest wait after the first attempt, in milliseconds. It doubles with every attempt. */
const BACK_OFF_MS = 250;

/**
 * Calls `attempt` until it succeeds, fails for another reason than load or a lost connection, or runs out of attempts.
 * @throws the last error of `attempt`, or the reason of `signal` when that aborts
 */
export async function retry<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { attempts, timeoutMs, maxWaitMs }: RetryOptions,
  signal: AbortSignal,
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    } catch (error) {
      signal.throwIfAborted();
      if (count >= attempts || !isTransient(error) || (error.retryAfterMs ?? 0) > maxWaitMs) throw error;
      await wait(Math.min(waitMs(count, error.retryAfterMs), maxWaitMs), signal);
    }
  }
}

/** What the service asks for, plus a random part: otherwise all clients of a service that recovers return at once. */
export function waitMs(count: number, retryAfterMs = 0): number {
  // eslint-disable-next-line no-restricted-properties -- jitter, not a secret
  return retryAfterMs + Math.random() * BACK_OFF_MS * 2 ** (count - 1);
}

function isTransient(error: unknown): error is AnimalStoreError {
  if (!(error instanceof AnimalStoreError)) return false;
  return error.code === 'connection_lost' || error.status === 429 || error.status === 503;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error); // AbortController.abort() takes any value, and callers expect that value back
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
