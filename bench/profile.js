import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DRIVERS } from './lib/load.js';
import { cpuOf, SERVE, startServer, untilAnswered } from './lib/processes.js';
import { fixed, table } from './lib/report.js';
import { scenariosOf } from './lib/scenarios.js';
import { filledStore } from './lib/stores.js';
import { readOptions } from '../scripts/options.mjs';

// The budget: what each part of the service takes of the CPU of one request, from profiles of a running service.

const options = readOptions(
  'npm run bench:profile',
  'Shows what each part of the service takes of the CPU time of a request.',
  {
    animals: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    stores: { type: 'string', default: 'mysql,sqlite' },
    driver: { type: 'string', default: 'autocannon' },
  },
);

/** The parts, and the addresses of their code; the first that matches counts. */
const PARTS = [
  [
    'authentication',
    /middleware\/authentication|api-keys\/authenticate|typeorm\/(api-key-repository|credentials)|lru-cache|system\/secrets|internal\/crypto/,
  ],
  ['log', /infrastructure\/log|node:fs|node_modules\/pino|safe-stable|sonic-boom|quick-format/],
  ['batching', /support\/batcher/],
  ['driver', /node_modules\/(mysql2|better-sqlite3|sqlstring|denque|lru\.min|long)\//],
  ['TypeORM', /node_modules\/typeorm/],
  ['repository', /adapters\/outbound|node_modules\/(p-retry|is-network-error)/],
  ['use case, domain', /dist\/(application|domain)/],
  ['routes: read, write', /inbound\/http\/(api|request)|negotiator|raw-body/],
  ['other middleware', /dist\/|rate-limiter/],
  [
    'Koa and its router',
    /node_modules\/(koa|@koa|koa-compose|on-finished|ee-first|delegates|parseurl|path-to-regexp|http-errors|statuses|cookies)/,
  ],
  [
    'node:http, net, streams',
    /node:(_http|net|internal\/(stream|http|js_stream)|events|buffer|string_decoder|diagnostics)/,
  ],
  ['timers, promises, the rest of Node', /node:/],
];
const GARBAGE = 'garbage collector';
const NATIVE = 'native, not attributed';

const folder = mkdtempSync(join(tmpdir(), 'animal-store-profile-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const animals = Number(options.animals);
const scenarios = scenariosOf(animals);
for (const kind of options.stores.split(',')) {
  const store = await filledStore(kind, folder, animals);
  const budgets = [];
  for (const [at, { request, own }] of scenarios.entries()) {
    budgets.push(await budgetOf(own ?? request, store, join(folder, `${kind}-${at}`)));
    process.stderr.write(`${kind} ${at + 1}/${scenarios.length}\n`);
  }
  await store.stop();
  console.log(`Node.js ${process.version}, ${store.name}, ${options.connections} connections; µs of CPU a request\n`);
  const names = [...PARTS.map(([name]) => name), GARBAGE, NATIVE];
  const line = (name) => [name, ...budgets.map(({ parts, cpu }) => fixed(cpu * (parts.get(name) ?? 0), 1))];
  const head = ['', ...scenarios.map(({ name }) => name)];
  console.log(`${table([head, ...names.map(line), ['all', ...budgets.map(({ cpu }) => fixed(cpu, 1))]])}\n`);
}

async function budgetOf(request, { key, variables }, directory) {
  const parameters = ['--cpu-prof', '--cpu-prof-dir', directory, ...SERVE];
  const server = await startServer(parameters, variables, join(folder, 'service.log'));
  await untilAnswered(server, '/v1/pets?limit=1', 200, { authorization: `Bearer ${key}` });
  const drive = (seconds) =>
    DRIVERS[options.driver]({ port: server.port, key, connections: Number(options.connections), seconds, request });
  await drive(2);
  const before = cpuOf(server.pid);
  const { answered } = await drive(Number(options.seconds));
  const cpu = (1e6 * (cpuOf(server.pid) - before)) / answered;
  await server.stop();
  const [file] = readdirSync(directory);
  return { cpu, parts: partsOf(JSON.parse(readFileSync(join(directory, file), 'utf8'))) };
}

/** The share of each part of the time that was not idle. Native code counts for the part that called it. */
function partsOf({ nodes, samples, timeDeltas }) {
  const partOf = new Map();
  const classify = (node, inherited) => {
    const { functionName, url } = node.callFrame;
    const [own] = PARTS.find(([, address]) => address.test(url)) ?? [];
    const part = functionName === '(garbage collector)' ? GARBAGE : (own ?? inherited);
    partOf.set(node.id, functionName === '(idle)' ? undefined : part);
    for (const child of node.children ?? []) classify(byId.get(child), part);
  };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  classify(nodes[0], NATIVE);
  const times = new Map();
  let busy = 0;
  samples.forEach((sample, at) => {
    const part = partOf.get(sample);
    if (part === undefined) return;
    times.set(part, (times.get(part) ?? 0) + timeDeltas[at]);
    busy += timeDeltas[at];
  });
  return new Map([...times].map(([part, time]) => [part, time / busy]));
}
