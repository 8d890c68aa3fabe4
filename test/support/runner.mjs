// Plain JavaScript, since Jest loads its runner before it compiles anything.
import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import { createScriptTransformer } from '@jest/transform';
import { ModuleMocker } from 'jest-mock';

/*
 * Runs a test file as jest-circus does, with Node's own modules in place of Jest's copies: what src and the packages load is
 * loaded once a worker and not once a file, which took half of the CPU time of the fast tests. src keeps no state in
 * modules, so files cannot meet there; the modules of test, which register hooks, are loaded anew for each file.
 */

const require = createRequire(import.meta.url);
const circus = require('jest-circus/runner').default;

const TESTS = new URL('../', import.meta.url).href;
/** It parses the OpenAPI document and compiles its schemas. */
const STATELESS = new URL('openapi-oracle.ts', import.meta.url).href;
const GLOBALS = 'jest:globals';
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const HANDLERS = Symbol.for('EVENT_HANDLERS');

const mocker = new ModuleMocker(globalThis);
/** From the URL of each module to its source map. */
const sourceMaps = new Map();
let files = 0;
/** @type {import('@jest/transform').ScriptTransformer | undefined} */
let transformer;
/** @type {Map<string, string>} those that the stack traces of this file are mapped by */
let mapsOfFile = new Map();

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: `${GLOBALS}?${files}`, shortCircuit: true };
    const isCompiled = /\.tsx?(\?\d+)?$/.test(context.parentURL ?? '') && /^\..*\.js$/.test(specifier);
    const resolved = next(isCompiled ? sourceOf(specifier, context.parentURL) : specifier, context);
    const isOfFile = resolved.url.startsWith(TESTS) && resolved.url.endsWith('.ts') && resolved.url !== STATELESS;
    return isOfFile ? { ...resolved, url: `${resolved.url}?${files}` } : resolved;
  },
  load(url, context, next) {
    if (url.startsWith(GLOBALS)) {
      const source = `export const { ${Object.keys(globalThis[GLOBALS]).join()} } = globalThis['${GLOBALS}'];`;
      return { format: 'module', source, shortCircuit: true };
    }
    const [file = ''] = url.split('?');
    if (!/\.tsx?$/.test(file)) return next(url, context);
    const { code, sourceMapPath } = transformer.transform(fileURLToPath(file), { supportsStaticESM: true });
    sourceMaps.set(url, sourceMapPath);
    mapsOfFile.set(url, sourceMapPath);
    return { format: 'module', source: code, shortCircuit: true };
  },
});

/** The module that is compiled to this one: TypeScript, with or without elements in it. */
function sourceOf(specifier, parentUrl) {
  const withElements = specifier.replace(/js$/, 'tsx');
  return existsSync(new URL(withElements, parentUrl)) ? withElements : specifier.replace(/js$/, 'ts');
}

/** @type {import('jest-runner').TestRunner} of the option `testRunner` */
export default async function run(globalConfig, config, environment, runtime, path, sendMessage) {
  files += 1;
  if (transformer === undefined) {
    transformer = await createScriptTransformer(config);
    await transformer.loadTransformers();
  }
  mapsOfFile = runtime.getSourceMaps();
  for (const [url, map] of sourceMaps) mapsOfFile.set(url, map);
  delete globalThis[HANDLERS];
  delete globalThis[TIMEOUT];

  const jest = jestFor(config);
  const nativeRuntime = {
    requireInternalModule(name) {
      delete require.cache[name]; // it holds the state of a file
      return require(name);
    },
    requireModule: require,
    setGlobalsForRuntime: (globals) => void (globalThis[GLOBALS] = { ...globals, jest }),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (name) => import(`${pathToFileURL(name)}?${files}`),
    enterTestCode() {},
    leaveTestCode() {},
  };
  return circus(globalConfig, config, { ...environment, global: globalThis }, nativeRuntime, path, sendMessage);
}

/** What the tests use of the object `jest`. */
function jestFor(config) {
  const timers = new ModernFakeTimers({ config, global: globalThis });
  return {
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    setTimeout: (milliseconds) => void (globalThis[TIMEOUT] = milliseconds),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
  };
}
