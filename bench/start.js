import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf, SERVE } from './lib/processes.js';
import { fixed, median, table } from './lib/report.js';
import { readOptions } from '../scripts/options.mjs';

const options = readOptions('npm run bench:start', 'Measures how long a start takes, and the memory after it.', {
  starts: { type: 'string', default: '10' },
});

const folder = mkdtempSync(join(tmpdir(), 'animal-store-start-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** V8 gives memory back when there has been nothing to do for 8 seconds, and takes its time. */
const REST = 20_000;

/** Starts the service, and says how long it took until it takes requests, and what memory it has after so much rest. */
async function start(url, rest) {
  const before = performance.now();
  const child = spawn(process.execPath, SERVE, {
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    let log = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      log += chunk;
      if (log.includes('"msg":"ready"')) break;
    }
    const ready = performance.now() - before;
    await sleep(rest);
    return { ready, memory: memoryOf(child.pid, 'VmRSS') };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

const STORES = {
  'memory:': () => 'memory:',
  'SQLite, first start': (n) => `sqlite:${join(folder, `${n}.sqlite`)}`,
  'SQLite, later start': () => `sqlite:${join(folder, '0.sqlite')}`, // made by the first of the starts
};

const measured = new Map(Object.keys(STORES).map((name) => [name, []]));
for (let n = 0; n < Number(options.starts); n++) {
  for (const [name, url] of Object.entries(STORES)) measured.get(name).push((await start(url(n), 0)).ready);
}
const rested = await Promise.all(Object.values(STORES).map((url, at) => start(url(-1 - at), REST)));
const rows = [...measured].map(([name, times], at) => [
  name,
  fixed(median(times), 0),
  fixed(Math.min(...times), 0),
  fixed(rested[at].memory, 0),
]);
console.log(`Node.js ${process.version}, ${options.starts} starts each; memory after ${REST / 1000} s of rest, once\n`);
console.log(table([['', 'ready, ms', 'quickest, ms', 'memory at rest, MiB'], ...rows]));
