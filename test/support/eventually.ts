import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** The limit for everything that a test waits for, in milliseconds. It is far more than a slow machine needs. */
export const TIMEOUT_MS = 60_000;

/** Repeats a question until the answer is neither `false` nor `undefined`. Throws after the time limit. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<T, false | undefined>> {
  for (const deadline = performance.now() + timeoutMs; ;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer as Exclude<T, false | undefined>; // has been excluded
    if (performance.now() > deadline) throw new Error(`There was no answer within ${timeoutMs} ms.`);
    await sleep(10);
  }
}

/** Waits for so many turns of the event loop. After three of them, a batch that is due has begun. */
export async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
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
