import { describe } from '@jest/globals';

/** A suite with a requirement: it is skipped if that is missing, and the run's last lines give the reason. */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  if (missing === undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: ${missing})`, tests);
}
