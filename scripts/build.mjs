// Compiles src to dist, unless dist already is what src gives. It does not check types, as `npm run typecheck` does, which
// takes half of the time. Usage: node scripts/build.mjs
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCRIPTS = ['build', 'openapi-json'].map((name) => join('scripts', `${name}.mjs`));
const INPUTS = ['src', ...SCRIPTS, 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];

/** Has the digest of all inputs and outputs of the last build that ended. */
const STAMP = join('dist', '.stamp');

/** These inputs are made by the build. */
const GENERATED = ['api/openapi/openapi.json', 'pages/docs.html'].map((path) =>
  join('src/adapters/inbound/http', path),
);

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesIn(join(path, name)));
}

/** Contents decide, and not times, because a checkout of older sources makes newer files. */
function digest() {
  const hash = createHash('sha256');
  for (const path of [...INPUTS, 'dist'].flatMap(filesIn)) {
    if (path !== STAMP && !GENERATED.includes(path)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** Copies what the compiler leaves out, such as migrations and style sheets, and removes the output of sources that are gone. */
function complete() {
  cpSync('src', 'dist', { recursive: true, filter: (path) => !/\.tsx?$/.test(path) });
  chmodSync('dist/infrastructure/main.js', 0o755); // npx runs this file.
  for (const path of readdirSync('dist', { recursive: true })) {
    const compiled = path.replace(/\.js(\.map)?$/, '');
    const sources = [path, `${compiled}.ts`, `${compiled}.tsx`].map((source) => join('src', source));
    if (!sources.some(existsSync)) rmSync(join('dist', path), { recursive: true, force: true });
  }
}

function run(...parameters) {
  const { status } = spawnSync(process.execPath, parameters, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== digest()) {
  await import('./development-packages.mjs');
  console.error('Compiling src to dist. This takes some seconds; a start without changes skips it.');
  rmSync(STAMP, { force: true }); // A build that is interrupted is repeated.
  run('scripts/openapi-json.mjs');
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck');
  complete();
  writeFileSync(STAMP, digest());
}
