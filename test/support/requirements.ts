import { describe } from '@jest/globals';

/**
 * Declares a suite with a requirement. The suite is skipped if that is missing, and the last lines of the run give the
 * reason.
 */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  if (missing === undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: ${missing})`, tests);
}
