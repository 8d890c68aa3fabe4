import { describe, it } from '@jest/globals';

/**
 * Whether this is `npm run test:long`. It takes the time for what needs many rounds, rows or processes to find a fault, and
 * for every server. `npm test` makes do with enough to notice a mistake at once.
 */
export const IS_LONG = process.env.TEST_LONG === '1';

/** Declares a suite for a long run. */
export function describeLong(name: string, tests: () => void): void {
  if (IS_LONG) describe(name, tests);
}

/** Declares a test for a long run. */
export function itLong(name: string, test: () => Promise<void>): void {
  if (IS_LONG) it(name, test);
}
