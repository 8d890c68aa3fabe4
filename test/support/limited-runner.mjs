import { clearTimeout, setTimeout } from 'node:timers';
import circus from 'jest-circus/runner'; // comes with Jest

/** How long a test file may load, in milliseconds. */
const LIMIT_MS = 40_000;

/**
 * Runs a test file as Jest does, and fails it if it does not begin its first test in time. Jest's `testTimeout` limits only
 * tests and hooks, and not what a file awaits before them, such as a server that never starts.
 *
 * @type {import('jest-runner').TestFramework}
 */
export default async function run(globalConfig, config, environment, ...others) {
  const { promise: late, reject } = Promise.withResolvers();
  const error = new Error(`The file did not begin its first test within ${LIMIT_MS} ms.`);
  const timer = setTimeout(() => reject(error), LIMIT_MS);
  environment.handleTestEvent = ({ name }) => {
    if (name === 'run_start') clearTimeout(timer);
  };
  const result = circus.default(globalConfig, config, environment, ...others);
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
