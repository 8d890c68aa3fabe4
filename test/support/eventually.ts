import { setTimeout as sleep } from 'node:timers/promises';

/** The limit for everything that a test waits for, in milliseconds: far more than a slow machine needs. */
export const TIMEOUT_MS = 60_000;

/** Waits until the condition holds. Throws after TIMEOUT_MS. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + TIMEOUT_MS; !(await condition());) {
    if (performance.now() > deadline) throw new Error(`The condition did not hold within ${TIMEOUT_MS} ms.`);
    await sleep(10);
  }
}
