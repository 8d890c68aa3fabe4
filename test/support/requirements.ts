import { describe } from '@jest/globals';

/** A suite that needs something; where that is missing it is skipped, and the run's last lines say why. */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  if (missing === undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: ${missing})`, tests);
}
