// Plain JavaScript, since Jest loads it to transform everything else.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const SHARED_KEY = [
  require('ts-jest/package.json').version,
  require('typescript/package.json').version,
  readFileSync(join(import.meta.dirname, '../../tsconfig.json')),
  readFileSync(import.meta.filename),
];

/** @type {import('ts-jest').TsJestTransformer | undefined} */
let compiler;

/**
 * Compiles one file by ts-jest, without its types, which `npm run typecheck` checks. ts-jest, and with it the compiler, is
 * loaded for a file that has changed and not for what is in the cache of Jest, because loading it takes longer than most
 * test files.
 *
 * @type {import('@jest/transform').SyncTransformer}
 */
export default {
  getCacheKey(source, path, { configString }) {
    const hash = createHash('sha256');
    for (const part of [...SHARED_KEY, configString, path, source]) hash.update(part).update('\0');
    return hash.digest('hex');
  },

  process(source, path, options) {
    compiler ??= require('ts-jest').default.createTransformer({ useESM: true, transpilation: true });
    return compiler.process(source, path, options);
  },
};
