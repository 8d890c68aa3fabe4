// npm 10 compiles better-sqlite3 unless the lockfile says "gypfile": false, as the package does. npm install removes that
// line. With --fix this script restores it.
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const entry = lock.packages['node_modules/better-sqlite3'];
if (entry.gypfile !== false) {
  if (process.argv.includes('--fix')) {
    entry.gypfile = false;
    writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  } else {
    console.error('package-lock.json lacks "gypfile": false for better-sqlite3; npm run format restores it.');
    process.exitCode = 1;
  }
}
