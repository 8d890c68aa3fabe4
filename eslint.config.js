import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', 'data/', 'clients/']),
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // A number in a message is what it looks like.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // An empty function does nothing on purpose.
      '@typescript-eslint/no-empty-function': 'off',
      // A port may promise what an adapter has at hand: memory answers at once, by `async`, so that it also rejects alike.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$', argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/infrastructure/config.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/infrastructure/config.ts reads the environment.' },
        { object: 'Math', property: 'random', message: 'It can be predicted; use the Secrets port or node:crypto.' },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "MemberExpression[property.name='query'][object.name=/^(ctx|context|request)$/], " +
            "MemberExpression[property.name='query'][object.property.name='request'], " +
            "VariableDeclarator[init.name=/^(ctx|context)$/] > ObjectPattern > Property[key.name='query']",
          message: 'Its time is quadratic in repeated parameters; use readQuery of request/query.ts.',
        },
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML'], Property[key.name='dangerouslySetInnerHTML']",
          message: 'It would pass text to the page unescaped; write elements.',
        },
      ],
    },
  },
  {
    files: ['src/adapters/inbound/http/pages/assets/*.js'],
    languageOptions: {
      globals: {
        window: 'readonly',
        document: 'readonly',
        navigator: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
      },
    },
  },
  {
    files: ['**/*.mjs', 'bench/**/*.js', 'knip.config.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['Buffer', 'URL', 'URLSearchParams', 'console', 'fetch', 'performance', 'process'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' } },
  },
);
