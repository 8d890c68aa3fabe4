import { accessSync, constants } from 'node:fs';
import { describeUnless } from './requirements.js';

/** CHROMIUM_PATH, or Debian's path. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Headless, as root, and without a call home. */
// prettier-ignore
export const browserArguments = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** A suite that needs a real browser, to be started from `chromiumPath`. */
export function describeBrowser(name: string, tests: () => void): void {
  describeUnless(isExecutable(chromiumPath) ? undefined : `no browser at ${chromiumPath}`, name, tests);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
