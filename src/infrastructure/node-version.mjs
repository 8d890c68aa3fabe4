import { readFileSync } from 'node:fs';

// On an older Node.js better-sqlite3 crashes without a message, so main.ts and jest.config.mjs import this file first.
// Plain JavaScript, so that Jest can load it before anything is compiled.
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const [oldest] = /\d+\.\d+/.exec(engines.node);

if (process.versions.node.localeCompare(oldest, 'en', { numeric: true }) < 0) {
  console.error(
    `Node.js ${oldest} or later is needed; ${process.execPath} is ${process.versions.node}. ` +
      'Run npm ci and then npm start, npm test or npx animal-store, which use the pinned Node.js, or install a newer one.',
  );
  process.exit(78); // EX_CONFIG of sysexits.h, as in exit-codes.ts
}
