/**
 * Finds files, exports and dependencies without a user. `knip --production` does not count tests as users.
 * @type {import('knip').KnipConfig}
 */
export default {
  entry: [
    'src/infrastructure/main.ts!',
    'src/infrastructure/health-check.mjs!', // the Dockerfile runs it
    'src/adapters/inbound/http/pages/assets/*.js!', // sent to browsers
    'test/**/*.test.ts',
    'test/support/*.mjs', // Jest loads them by its configuration
    '{bench,bench/peers,scripts}/*.{js,mjs}',
  ],
  project: ['src/**/*.{ts,tsx,mjs,js}!', 'test/**/*.{ts,mjs}', 'bench/**/*.js', 'scripts/*.mjs'],
  ignoreExportsUsedInFile: process.argv.includes('--production'), // tests compare documents with tables of the product
  ignoreDependencies: [
    '@picocss/pico', // its style sheet is sent to browsers
    'swagger-ui-dist', // its script and style sheet are sent to browsers
  ],
  exclude: ['binaries', 'unlisted', 'unresolved'], // ESLint and dependency-cruiser find these
};
