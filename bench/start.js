import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MAIN, memoryOf } from './lib/processes.js';
import { fixed, median, table } from './lib/report.js';

const { values: options } = parseArgs({ options: { starts: { type: 'string', default: '10' } } });

const folder = mkdtempSync(join(tmpdir(), 'animal-store-start-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Starts the service, and says how long it took until it takes requests and what memory it then has at rest. */
async function start(url) {
  const before = performance.now();
  const child = spawn(process.execPath, [MAIN, 'serve'], {
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
    await sleep(1000);
    return { ready, memory: memoryOf(child.pid, 'VmRSS') };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

const STORES = {
  'memory:': () => 'memory:',
  'SQLite, first start': (n) => `sqlite:${join(folder, `${n}.sqlite`)}`,
  'SQLite, later start': () => `sqlite:${join(folder, '0.sqlite')}`,
};

const measured = new Map(Object.keys(STORES).map((name) => [name, []]));
for (let n = 0; n < Number(options.starts); n++) {
  for (const [name, url] of Object.entries(STORES)) measured.get(name).push(await start(url(n)));
}
const rows = [...measured].map(([name, starts]) => [
  name,
  fixed(median(starts.map(({ ready }) => ready)), 0),
  fixed(Math.min(...starts.map(({ ready }) => ready)), 0),
  fixed(median(starts.map(({ memory }) => memory)), 0),
]);
console.log(`Node.js ${process.version}, ${options.starts} starts each\n`);
console.log(table([['', 'ready, ms', 'quickest, ms', 'memory at rest, MiB'], ...rows]));
