import { availableParallelism } from 'node:os';
import config from './jest.config.ts';

process.env.TEST_LONG = '1'; // test/support/long.ts reads it.

/**
 * For `npm run test:long`: every test, also those in files named `*.long.test.ts`, with more rounds and on every server.
 *
 * @type {import('jest').Config}
 */
export default {
  ...config,
  maxWorkers: availableParallelism() * 2, // its tests wait less
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/cluster/'],
};
