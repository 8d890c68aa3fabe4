// Bundles each of the packages that have hundreds of files into one file in dist/node_modules. Node.js finds it there
// before the package itself, so that every start and every command opens fewer files (ADR 39).
// Usage: node scripts/bundle-packages.mjs dist
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const [, , target] = process.argv;

// What a CommonJS module has, and an ES module lacks. The drivers, which are not bundled, are loaded by `require`.
const COMMONJS =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" +
  ' const { dirname: __dirname, filename: __filename } = import.meta;';

for (const name of ['inversify', 'typeorm']) {
  const source = join('node_modules', name);
  const folder = join(target, 'node_modules', name);
  const { version, license, peerDependencies = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  await build({
    entryPoints: [name],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: COMMONJS },
    external: Object.keys(peerDependencies),
    keepNames: true, // Errors and logs show the names of classes.
    logLevel: 'warning',
  });
  const bundled = { name, version, license, type: 'module', exports: './index.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(bundled));
  if (existsSync(join(source, 'LICENSE'))) cpSync(join(source, 'LICENSE'), join(folder, 'LICENSE'));
}
