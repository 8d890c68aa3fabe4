import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** The limit for everything that a test waits for, in milliseconds. It is far more than a slow machine needs. */
export const TIMEOUT_MS = 60_000;

/** Waits until the condition holds. Throws after the time limit. */
export async function eventually(condition: () => boolean | Promise<boolean>, timeoutMs = TIMEOUT_MS): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; !(await condition());) {
    if (performance.now() > deadline) throw new Error(`The condition did not hold within ${timeoutMs} ms.`);
    await sleep(10);
  }
}

/** Repeats the work until the promise is settled. Resolves to its value. */
export async function during<T>(promise: Promise<T>, work: () => Promise<void>): Promise<T> {
  const state = { isOver: false };
  const settled = promise.finally(() => (state.isOver = true));
  while (!state.isOver) {
    await work();
    await setImmediate();
  }
  return settled;
}
