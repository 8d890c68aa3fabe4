// Removes from a built folder without development packages what the image does not need. A test starts the service from what
// is left. Usage: node scripts/trim-for-image.mjs FOLDER
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , folder] = process.argv;
const packages = join(folder, 'node_modules');
const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const pages = resolve(folder, 'dist/adapters/inbound/http/pages');
/** Of the packages that have these files, the service loads no others. */
const { PACKAGE_FILES: SENT } = await import(pathToFileURL(join(pages, 'support/static-files.js')).href);
const SENT_PACKAGES = new Set(SENT.map((file) => /^(?:@[^/]+\/)?[^/]+/.exec(file)[0]));

/** These files are for debuggers, compilers and other systems. */
const isUnused = (path) =>
  /\.(?:map|[cm]?ts)$/.test(path) ||
  (/[\\/]prebuilds[\\/]/.test(path) && !path.endsWith(`${process.platform}-${process.arch}.node`));

function removeFiles(root, matches) {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && matches(path)) rmSync(path);
  }
}

// The image has a Node.js of its own.
for (const name of ['.bin', ...Object.keys(optionalDependencies)]) {
  rmSync(join(packages, name), { recursive: true, force: true });
}
// A release of a package that lacks its folder here makes the build fail, so that this list is kept up to date.
for (const name of ['better-sqlite3/deps', 'better-sqlite3/src']) {
  rmSync(join(packages, name), { recursive: true });
}
for (const name of SENT_PACKAGES) {
  const kept = [join(name, 'package.json'), ...SENT].map((file) => join(packages, file));
  removeFiles(join(packages, name), (path) => !kept.includes(path) && !/(?:LICENSE|NOTICE)[^/\\]*$/.test(path));
}
for (const name of ['dist', 'node_modules']) removeFiles(join(folder, name), isUnused);
