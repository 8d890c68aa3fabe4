// Completes what the compiler has written: copies the files of src that it does not compile, such as migrations and style
// sheets, and removes the output of sources that no longer exist. Usage: node scripts/complete-build.mjs dist
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [, , target] = process.argv;

cpSync('src', target, { recursive: true, filter: (path) => !/\.tsx?$/.test(path) });
chmodSync(join(target, 'infrastructure/main.js'), 0o755); // npx runs this file.

for (const path of readdirSync(target, { recursive: true })) {
  const compiled = path.replace(/\.js(\.map)?$/, '');
  const sources = [path, `${compiled}.ts`, `${compiled}.tsx`].map((source) => join('src', source));
  if (!sources.some(existsSync)) rmSync(join(target, path), { recursive: true, force: true });
}
