import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from 'jest';
// The service that tests start reads the file that this script writes.
import './scripts/openapi-json.mjs';

// A process that is loaded from this cache takes three quarters of the CPU time to start. Processes of tests get it, too.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

const config: Config = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // Sources import each other as `./pet.js`, the name they have once compiled.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': '<rootDir>/test/support/transform.mjs' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  // In this order: the second has the last word.
  reporters: ['default', '<rootDir>/test/support/skip-reporter.mjs'],
  // How long a test may hang. The longest takes about 20 seconds on two processors, and a machine may be far slower or busy.
  testTimeout: 240_000,
  // Of the heap: Node.js keeps the modules of each test file. A worker above it is replaced before its next file.
  workerIdleMemoryLimit: '300MB',
  // A worker that holds no handle still takes up to half a second to end on a busy machine, the default of this limit.
  workerGracefulExitTimeout: 10_000,
  // Suites of their own: npm run test:cluster and npm run test:long.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/cluster/', '\\.long\\.test\\.ts$'],
  // More than processors: much of the time of tests with servers and processes is spent waiting.
  maxWorkers: availableParallelism() * 3,
};

export default config;
