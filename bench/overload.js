import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DRIVERS } from './lib/load.js';
import { openLoop } from './lib/open-loop.js';
import { cpuOf, pin, SERVE, startServer, untilAnswered } from './lib/processes.js';
import { fixed, median, table } from './lib/report.js';
import { filledStore } from './lib/stores.js';
import { readOptions } from '../scripts/options.mjs';

// What is left of the best goodput when twice as many requests come: an open loop, whose clients do not wait.

const options = readOptions(
  'npm run bench:overload',
  'Measures what is left under twice as many requests as the service can answer.',
  {
    animals: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    driver: { type: 'string', default: 'autocannon' },
  },
);
const seconds = Number(options.seconds);
const folder = mkdtempSync(join(tmpdir(), 'animal-store-overload-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const store = await filledStore('sqlite', folder, Number(options.animals));
const { key, variables } = store;
const server = await startServer(SERVE, variables, join(folder, 'service.log'));
const { port, pid } = server;
await untilAnswered(server, '/v1/pets?limit=1', 200, { authorization: `Bearer ${key}` });
pin(pid, '0');
pin(process.pid, `1-${cpus().length - 1}`);

const LOADS = {
  'list 100': () => ({ path: '/v1/pets?limit=100' }),
  'fetch one': (n) => ({ path: `/v1/pets/${((n * 7919) % Number(options.animals)) + 1}` }),
  add: (n) => ({
    method: 'POST',
    path: '/v1/pets',
    body: JSON.stringify({ name: `new ${n}`, categoryId: 1, status: 'sold' }),
  }),
};

const rows = [['', 'best', 'sent', 'succeeded', 'of the best', 'refused', 'closed', 'p99, ms', 'CPU of the service']];
for (const [name, request] of Object.entries(LOADS)) {
  const measured = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    const best = await DRIVERS[options.driver]({ port, key, connections: 32, seconds, request });
    const before = cpuOf(pid);
    const over = await openLoop({ port, key, perSecond: 2 * best.perSecond, seconds, warmUp: 2, request });
    measured.push({ best: best.perSecond, ...over, cpu: (cpuOf(pid) - before) / (seconds + 2) });
    process.stderr.write(`${name} ${fixed(over.succeeded / best.perSecond, 2)}\n`);
    await sleep(2000);
  }
  const of = (figure, digits = 0) => fixed(median(measured.map((each) => each[figure])), digits);
  const share = fixed(median(measured.map(({ succeeded, best }) => succeeded / best)), 2);
  rows.push([
    name,
    of('best'),
    of('sent'),
    of('succeeded'),
    share,
    of('refused'),
    of('closed'),
    of('p99'),
    of('cpu', 2),
  ]);
}
await server.stop();
console.log(`Node.js ${process.version}, ${store.name}, the service on a core of its own; a second\n`);
console.log(table(rows));
process.exit();
