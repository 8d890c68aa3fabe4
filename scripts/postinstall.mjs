// Runs after npm ci and npm install, for npm 10 and the first releases of npm 11, which Node.js 20 and 22 come with.
import { execSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

// They remove .bin/node together with the Node.js packages of other platforms.
execSync('npm rebuild --ignore-scripts', { stdio: 'ignore' });

// They compile better-sqlite3 unless the lockfile says that there is no need, as its manifest does. npm drops that line.
const lock = readFileSync('package-lock.json', 'utf8');
const corrected = lock.replace(
  /("node_modules\/better-sqlite3": \{\n +"version": "[^"]+",\n)(?! +"gypfile")/,
  '$1      "gypfile": false,\n',
);
if (corrected !== lock) writeFileSync('package-lock.json', corrected);
