// Explains what is missing before a script needs it. With NODE_ENV=production, `npm ci` installs no development packages,
// and after `git pull` those of an older package.json are installed.
import '../src/infrastructure/node-version.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Whether a package is installed in exactly this version: package.json has no ranges. */
function isInstalled([name, version]) {
  const file = join('node_modules', name, 'package.json');
  return existsSync(file) && read(file).version === version;
}

const { dependencies, devDependencies } = read('package.json');
const missing = Object.entries({ ...devDependencies, ...dependencies }).find((each) => !isInstalled(each));
if (missing !== undefined) {
  const isForProduction = process.env.NODE_ENV === 'production' && missing[0] in devDependencies;
  const cause = isForProduction ? 'The development packages are missing, because NODE_ENV is production: ' : '';
  console.error(
    `${cause}node_modules does not have ${missing.join(' ')}, which package.json names. Run npm ci --include=dev --no-workspaces, ` +
      'which also installs where NODE_ENV is production, and below a folder whose package.json has workspaces.',
  );
  process.exit(1);
}
