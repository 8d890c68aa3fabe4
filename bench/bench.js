import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { DRIVERS } from './lib/load.js';
import { cpuOf, memoryOf, pin, SERVE, serveOf, startServer, untilAnswered } from './lib/processes.js';
import { fixed, median, table } from './lib/report.js';
import { scenariosOf } from './lib/scenarios.js';
import { filledStore } from './lib/stores.js';
import { readOptions } from '../scripts/options.mjs';

const options = readOptions('npm run bench', 'Compares the speed with that of four peers.', {
  animals: { type: 'string', default: '300000' },
  seconds: { type: 'string', default: '5' },
  rounds: { type: 'string', default: '3' },
  // How long each load runs before anything is measured. Node.js compiles a program further for half a minute under
  // load; what it runs until then says nothing about a service that runs for days.
  'warm-up': { type: 'string', default: '5' },
  connections: { type: 'string', default: '1,4,32' },
  stores: { type: 'string', default: 'mysql,sqlite' },
  // SQLite has only the service, `before`, `raw` and `koa-by-hand`.
  servers: { type: 'string', default: 'service,raw,koa-by-hand,fastify,koa-typeorm' },
  // A checkout with another version of the service, built, which becomes the server `before`.
  before: { type: 'string' },
  // autocannon comes with the bench; wrk leaves more of the machine to the servers.
  driver: { type: 'string', default: 'autocannon' },
  // A regular expression for the names of the loads that are measured.
  loads: { type: 'string', default: '' },
  // The tables have only the ratios of speed and of CPU, which is what a change of the code is judged by.
  ratios: { type: 'boolean', default: false },
  // The servers run on the first core, MySQL and this program on the others: where nothing waits for a core.
  pin: { type: 'boolean', default: false },
  // Shows in seconds that everything works, and not how fast it is.
  smoke: { type: 'boolean', default: false },
});
const animals = options.smoke ? 2_000 : Number(options.animals);
const seconds = options.smoke ? 1 : Number(options.seconds);
const rounds = options.smoke ? 1 : Number(options.rounds);
const warmUp = options.smoke ? 0 : Number(options['warm-up']);
const connectionCounts = (options.smoke ? '4' : options.connections).split(',').map(Number);

const NAMES = {
  service: 'this service',
  before: 'the version before',
  raw: 'raw node:http + driver',
  'koa-by-hand': 'Koa by hand',
  fastify: 'Fastify + mysql2',
  'koa-typeorm': 'Koa + TypeORM',
};
const drive = DRIVERS[options.driver];
if (drive === undefined) throw new Error(`--driver is one of ${Object.keys(DRIVERS).join(', ')}`);

const scenarios = scenariosOf(animals).filter(({ name }) => new RegExp(options.loads).test(name));
const wanted = [...options.servers.split(','), ...(options.before === undefined ? [] : ['before'])];

/** The servers that are the service, and how Node.js starts them. */
const SERVICES = { service: SERVE, before: serveOf(options.before ?? '') };

const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const say = (text) => process.stderr.write(text);

for (const kind of options.stores.split(',')) {
  say(`${kind}, ${animals} animals… `);
  const store = await filledStore(kind, folder, animals);
  try {
    const peers = kind === 'mysql' ? Object.keys(NAMES) : ['service', 'before', 'raw', 'koa-by-hand'];
    await measure(
      store,
      wanted.filter((server) => peers.includes(server)),
    );
  } finally {
    await store.stop();
  }
}

/** @param store from lib/stores.js @param {string[]} servers names of NAMES */
async function measure(store, servers) {
  const { key, variables } = store;
  const started = {};
  for (const server of servers) {
    const service = SERVICES[server];
    const parameters = service ?? [fileURLToPath(new URL(`peers/${server}.js`, import.meta.url))];
    const env = service ? { ...variables, ...settings() } : { STORE: store.forPeers, API_KEY: key };
    started[server] = await startServer(parameters, env, join(folder, `${server}.log`));
    await untilAnswered(started[server], '/v1/pets?limit=1', 200, { authorization: `Bearer ${key}` });
  }
  if (options.pin) {
    for (const server of servers) pin(started[server].pid, '0');
    for (const pid of [store.pid ?? process.pid, process.pid]) pin(pid, `1-${cpus().length - 1}`);
  }
  say('measuring\n');

  const results = [];
  for (let round = warmUp > 0 ? 0 : 1; round <= rounds; round++) {
    for (const connections of round === 0 ? [Math.max(...connectionCounts)] : connectionCounts) {
      for (const { name, request, own, keyed } of scenarios) {
        // The order changes each round, so that no server is always the first after a change of the load.
        for (const server of [...servers.slice(round % servers.length), ...servers.slice(0, round % servers.length)]) {
          const { port, pid } = started[server];
          const before = [cpuOf(pid), cpuOf(store.pid)];
          const measured = await drive({
            port,
            key,
            connections,
            seconds: round === 0 ? warmUp : seconds,
            request: server in SERVICES ? (own ?? request) : request,
            keyed,
          });
          const [cpu, mysqlCpu] = [cpuOf(pid) - before[0], cpuOf(store.pid) - before[1]];
          if (round === 0) continue;
          const perRequest = (spent) => (1e6 * spent) / measured.answered;
          const result = { ...measured, cpu: perRequest(cpu), mysqlCpu: perRequest(mysqlCpu) };
          results.push({ server, connections, scenario: name, round, ...result });
          say(`${round} ${connections} ${name} ${server} ${fixed(measured.perSecond, 0)}/s\n`);
        }
      }
    }
  }
  const memory = Object.fromEntries(servers.map((server) => [server, memoryOf(started[server].pid)]));
  for (const server of servers) await started[server].stop();
  report(store.name, servers, results, memory);
}

/** Variables of the service that the bench passes on. */
function settings() {
  return Object.fromEntries(
    ['LOG_LEVEL', 'MAX_IN_FLIGHT'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}

function report(store, servers, results, memory) {
  const of = (server, connections, scenario, figure) =>
    median(
      results
        .filter((each) => each.server === server && each.connections === connections && each.scenario === scenario)
        .map((each) => each[figure]),
    );
  const cores = `${cpus().length} cores ${options.pin ? 'of which the servers have the first' : 'shared by all'}`;
  console.log(`Node.js ${process.version}, ${store}, ${options.driver}, ${cores}, ${animals} animals,`);
  console.log(`medians of ${rounds} interleaved rounds of ${seconds} s.\n`);
  for (const connections of connectionCounts) {
    console.log(`${connections} ${connections === 1 ? 'connection' : 'connections'}\n`);
    const rows = [['', ...scenarios.map(({ name }) => name)]];
    for (const server of servers) {
      const figures = (figure, digits, divisor = () => 1) =>
        scenarios.map(({ name }) => fixed(of(server, connections, name, figure) / divisor(name), digits));
      const base = servers.includes('raw') ? 'raw' : servers[0];
      const toBase = (figure) => figures(figure, 2, (name) => of(base, connections, name, figure));
      rows.push(
        [NAMES[server], ...toBase('perSecond')],
        [`- CPU, ${base} = 1`, ...toBase('cpu')],
        ['- CPU, µs a request', ...figures('cpu', 0)],
      );
      if (options.ratios) continue;
      rows.push(
        ['- per second', ...figures('perSecond', 0)],
        ['- p50, ms', ...figures('p50', 2)],
        ['- p99, ms', ...figures('p99', 2)],
        ['- CPU of MySQL, µs a request', ...figures('mysqlCpu', 0)],
        ['- CPU of the driver, µs a request', ...figures('driverCpu', 0)],
      );
    }
    const isMeasured = (row) => row.slice(1).some((figure) => figure !== '-'); // SQLite has no process of its own
    console.log(`${table(rows.filter(isMeasured))}\n`);
  }
  console.log(
    `${table([['', 'peak memory, MiB'], ...servers.map((server) => [NAMES[server], fixed(memory[server], 0)])])}\n`,
  );
}
