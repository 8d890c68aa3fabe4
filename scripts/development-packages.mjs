// Explains what is missing before a script needs it. With NODE_ENV=production, `npm ci` installs no development packages,
// and after `git pull` those of an older package.json are installed.
import '../src/infrastructure/node-version.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (...path) => JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8'));

/** Whether a package is installed in exactly this version: package.json has no ranges. */
function isInstalled([name, version]) {
  const folder = join('node_modules', name);
  return existsSync(folder) && read(folder).version === version;
}

const { dependencies, devDependencies } = read('.');
const missing = Object.entries({ ...dependencies, ...devDependencies }).find((each) => !isInstalled(each));
if (missing !== undefined) {
  console.error(
    `The packages that compile and test the service are not installed as package.json names them: ${missing.join(' ')} ` +
      'is missing. Run npm ci --include=dev --no-workspaces, which installs them also where NODE_ENV is production, and ' +
      'below a folder whose package.json has workspaces.',
  );
  process.exit(1);
}
