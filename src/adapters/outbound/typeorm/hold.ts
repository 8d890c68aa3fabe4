import { TransientError } from '../support/errors.js';
import { translate, translateConnectError } from './errors.js';

/** Does the work on a connection that is then released, or discarded when the signal aborts or an error says so. */
export async function hold<T>(
  connection: { discard(alsoOlder?: boolean): void; release(): void | Promise<void> },
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const discard = () => connection.discard();
  signal.addEventListener('abort', discard, { once: true });
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    const failure = translate(error);
    if (failure instanceof TransientError && failure.endsConnection && !signal.aborted) connection.discard(true);
    throw failure;
  } finally {
    signal.removeEventListener('abort', discard);
    await connection.release();
  }
}

export function throwConnectError(error: unknown): never {
  throw translateConnectError(error);
}
