import { availableParallelism } from 'node:os';
import config from './jest.config.ts';

/**
 * For the inner loop: no database that waits for the disk, no browser, no process, no real time limit, and no type check,
 * which `npm run typecheck` does.
 *
 * @type {import('jest').Config}
 */
export default {
  ...config,
  testRunner: '<rootDir>/test/support/limited-runner.mjs',
  testTimeout: 40_000, // a test takes milliseconds, and a few seconds on a machine that is far too busy
  maxWorkers: availableParallelism(), // nothing waits
  verbose: false, // also with one file: no list of its skipped tests
  reporters: ['default', ['<rootDir>/test/support/skip-reporter.mjs', { isQuiet: true }]],
  testMatch: [
    '<rootDir>/test/{application,domain}/**/*.test.ts',
    '<rootDir>/test/adapters/{inbound/http,outbound/system,support}/**/*.test.ts',
    '<rootDir>/test/adapters/inbound/cli/program.test.ts',
    '<rootDir>/test/adapters/outbound/typeorm/**/{credentials,dialect,error-codes,failures,url}.test.ts',
    '<rootDir>/test/infrastructure/{banner,config,metrics}.test.ts',
  ],
  testPathIgnorePatterns: [
    ...config.testPathIgnorePatterns,
    '\\.browser\\.test\\.ts$',
    'http/cost',
    'pages/path-prefix',
    'server/(connections|giving-way|proxy)',
  ],
};
