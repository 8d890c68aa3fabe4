// Plain JavaScript, since Jest loads it to transform everything else.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const TSCONFIG = join(import.meta.dirname, '../../tsconfig.json');
const SHARED_KEY = [
  require('typescript/package.json').version,
  readFileSync(TSCONFIG),
  readFileSync(import.meta.filename),
];

/**
 * Compiles one file, without its types, which `npm run typecheck` checks. The compiler is loaded for a file that has
 * changed and not for what is in the cache of Jest, because loading it takes longer than most test files.
 *
 * @type {import('@jest/transform').SyncTransformer}
 */
export default {
  getCacheKey(source, path, { configString }) {
    const hash = createHash('sha256');
    for (const part of [...SHARED_KEY, configString, path, source]) hash.update(part).update('\0');
    return hash.digest('hex');
  },

  process(source, path) {
    /** @type {typeof import('typescript')} */
    const ts = require('typescript');
    const { config } = ts.readConfigFile(TSCONFIG, ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.');
    const compiled = ts.transpileModule(source, {
      fileName: path,
      compilerOptions: { ...options, module: ts.ModuleKind.ESNext, noEmit: false, sourceMap: true },
    });
    return { code: compiled.outputText, map: compiled.sourceMapText };
  },
};
