import pRetry, { type Options } from 'p-retry';
import { mayRepeat } from './errors.js';

/**
 * The pauses before further attempts last 5 to 10 ms, 10 to 20 ms and so on, up to 200 ms. They give another call time
 * to finish, or a proxy time to switch to another server.
 */
const PAUSES: Options = { minTimeout: 5, maxTimeout: 200, randomize: true, retries: Infinity };

export interface Repetition {
  /** For how long new attempts may begin, in milliseconds. */
  readonly forMs: number;
  /** Whether an attempt is repeated even if its outcome is unknown. The default is false. */
  readonly isRepeatable?: boolean;
}

/**
 * Makes further attempts after one that failed, each after a pause, for as long as another one may succeed. Rejects
 * with the last failure.
 */
export async function repeatAfter<T>(
  failure: unknown,
  attempt: () => Promise<T>,
  { forMs, isRepeatable = false }: Repetition,
): Promise<T> {
  if (!mayRepeat(failure, isRepeatable)) throw failure;
  let hasFailed = false;
  const next = () => {
    if (hasFailed) return attempt();
    hasFailed = true; // For p-retry, the attempt that has failed is the first one.
    throw failure;
  };
  return pRetry(next, {
    ...PAUSES,
    maxRetryTime: forMs,
    shouldRetry: ({ error }) => mayRepeat(error, isRepeatable),
  });
}
