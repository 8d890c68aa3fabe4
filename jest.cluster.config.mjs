import config from './jest.config.ts';

/**
 * For `npm run test:cluster`: a cluster of three MySQL servers that the tests start themselves.
 *
 * @type {import('jest').Config}
 */
export default {
  ...config,
  testMatch: ['<rootDir>/test/cluster/**/*.test.ts'],
  testPathIgnorePatterns: [],
  testTimeout: 600_000,
  maxWorkers: 2, // each starts three servers of 560 MB
};
