// Mutation testing: `MUTATION_PART=domain npm run mutation`, or another part below. Stryker's jest runner does not finish with ES
// modules, so each mutant is one run of Jest in a process of its own, over JavaScript that is compiled once for all.

/** The parts: what is mutated, and the tests that must notice. */
const PARTS = {
  domain: { mutate: ['src/domain/**/*.ts', '!src/domain/ports/**'], tests: ['domain/**/*', 'application/sessions/*'] },
  application: {
    mutate: ['src/application/**/*.ts'],
    tests: ['application/**/*', 'adapters/inbound/http/{api/pets/**/*,pages/keys}'],
  },
  http: {
    mutate: [
      'src/adapters/inbound/http/request/*.ts',
      'src/adapters/inbound/http/http-errors.ts',
      'src/adapters/inbound/http/api/pets/pet-json.ts',
      'src/adapters/inbound/http/middleware/request-head.ts',
    ],
    tests: [
      'adapters/inbound/http/{request,api/pets}/**/*',
      'adapters/inbound/http/{every-response,http-errors,middleware/{authentication,request-head}}',
    ],
  },
};

const part = process.env.MUTATION_PART ?? 'domain';
const { mutate, tests } = PARTS[part];

const jest = {
  rootDir: 'mutated/test',
  testEnvironment: 'node',
  transform: {},
  testMatch: tests.map((path) => `<rootDir>/${path}.test.js`),
};

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate,
  testRunner: 'command',
  buildCommand: 'npm run --silent build:mutated',
  commandRunner: {
    command: `node --experimental-vm-modules node_modules/jest/bin/jest.js --runInBand --bail --config '${JSON.stringify(jest)}'`,
  },
  // One mutant at a time: a busy machine would turn slow runs into timeouts, which count as killed.
  concurrency: 1,
  timeoutMS: 20_000,
  timeoutFactor: 4,
  checkers: [],
  disableTypeChecks: false,
  ignorePatterns: ['/dist', '/bench', '/mutation', '/clients', '/docs', '/coverage', '/mutated', '/reports'],
  incremental: true,
  incrementalFile: `reports/mutation/${part}.incremental.json`,
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: `reports/mutation/${part}.json` },
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 98, low: 95, break: 95 },
};
