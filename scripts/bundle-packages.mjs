// Bundles each of the packages that have hundreds of files into one file in dist/node_modules. Node.js finds it there
// before the package itself, so that every start and every command opens fewer files (ADR 39).
// Usage: node scripts/bundle-packages.mjs dist
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const [, , target] = process.argv;
const outdir = join(target, 'node_modules');
const NAMES = ['inversify', 'typeorm'];

const readPackage = (name) => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));

// What a CommonJS module has, and an ES module lacks. The drivers, which are not bundled, are loaded by `require`.
const COMMONJS =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" +
  ' const { dirname: __dirname, filename: __filename } = import.meta;';

for (const name of NAMES) {
  await build({
    entryPoints: [name],
    outfile: join(outdir, name, 'index.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: COMMONJS },
    external: Object.keys(readPackage(name).peerDependencies ?? {}),
    logLevel: 'warning',
  });
  writeFileSync(join(outdir, name, 'package.json'), '{ "type": "module", "exports": "./index.js" }\n');
}
