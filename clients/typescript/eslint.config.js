// ESLint runs here and not at the root, since the packages that the types come from are installed here.
import { defineConfig, globalIgnores } from 'eslint/config';
import service from '../../eslint.config.js';

export default defineConfig(globalIgnores(['src/schema.ts']), service, {
  files: ['test/*.ts'],
  rules: {
    // node:test itself waits for its tests.
    '@typescript-eslint/no-floating-promises': [
      'error',
      { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['describe', 'it'] }] },
    ],
  },
});
