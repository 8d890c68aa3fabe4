// Explains what is missing before a script needs it. With NODE_ENV=production, `npm ci` installs no development packages.
import '../src/infrastructure/node-version.mjs';
import { existsSync } from 'node:fs';

if (!existsSync('node_modules/typescript')) {
  console.error(
    'The packages that compile and test the service are not installed. Run npm ci --include=dev --no-workspaces, ' +
      'which installs them also where NODE_ENV is production, and below a folder whose package.json has workspaces.',
  );
  process.exit(1);
}
