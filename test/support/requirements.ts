import { describe } from '@jest/globals';

/**
 * Declares a suite with a requirement. The suite is skipped if that is missing, and the last lines of the run give the
 * reason, once for all suites that have the same one.
 * @param missing what is missing, and how to get it
 */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  if (missing === undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: ${missing})`, tests);
}

/** Says that a program is missing which scripts/install-tool brings. */
export function notOnPath(program: string): string {
  return `no ${program} on the PATH; as root on Debian: scripts/install-tool ${program}`;
}
