import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import BetterSqlite3 from 'better-sqlite3';
import { MemoryPetRepository } from '../dist/adapters/outbound/memory/pet-repository.js';
import { parseStorageUrl } from '../dist/adapters/outbound/storages.js';
import { fillMysql, fillSqlite, startMysql, statusOf } from './lib/stores.js';
import { fixed, median, table } from './lib/report.js';
import { readOptions } from '../scripts/options.mjs';

const options = readOptions('npm run bench:growth', 'Measures what grows with the number of animals.', {
  sizes: { type: 'string', default: '10000,100000,1000000' },
  // 10^7 as well: some minutes and gigabytes more.
  full: { type: 'boolean', default: false },
  stores: { type: 'string', default: 'memory,sqlite,mysql' },
  samples: { type: 'string', default: '300' },
});
const sizes = [...options.sizes.split(',').map(Number), ...(options.full ? [10_000_000] : [])];
const samples = Number(options.samples);

/** Ten million animals as objects would take gigabytes of this process. */
const MEMORY_LIMIT = 1_000_000;

const folder = mkdtempSync(join(tmpdir(), 'animal-store-growth-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const say = (text) => process.stderr.write(text);

const OPEN = {
  memory: async (size) => {
    if (size > MEMORY_LIMIT) return undefined;
    const pets = new MemoryPetRepository();
    for (let id = 1; id <= size; id++) await pets.add({ name: `animal ${id}`, categoryId: 1n, status: statusOf(id) });
    return { pets, close: async () => {} };
  },
  sqlite: async (size) => {
    const path = join(folder, `${size}.sqlite`);
    const opened = await openStorage(`sqlite:${path}`);
    fillSqlite(path, size);
    const file = new BetterSqlite3(path);
    return { ...opened, run: async (text) => file.exec(text), bytes: 'BLOB' };
  },
  mysql: async (size) => {
    const root = await mysql.connect();
    await root.query(`CREATE DATABASE growth_${size}`);
    await root.query(`USE growth_${size}`);
    const { port, user } = root.config;
    const opened = await openStorage(`mysql://${user}@127.0.0.1:${port}/growth_${size}`);
    await fillMysql(root, size);
    const run = (text) => root.query(text);
    return { ...opened, run, bytes: 'BINARY', close: () => Promise.all([opened.close(), root.end()]) };
  },
};

async function openStorage(url) {
  const target = parseStorageUrl(url);
  const storage = await target.open({ poolSize: 2 });
  await storage.connect();
  await storage.schema.migrate();
  return { ...storage, target };
}

/** What is measured: pages of 20 (and one animal more, as the service asks) and additions. */
function operationsFor(size) {
  const depths = { first: 0n, middle: BigInt(size / 2), last: BigInt(size - 21) };
  const pages = [undefined, 'available', 'pending', 'sold'].flatMap((status) =>
    Object.entries(depths).map(([depth, after]) => {
      // The last page of a status holds its last animals, wherever they are.
      const from = depth === 'last' && status !== undefined ? after - BigInt(20 * EVERY[status]) : after;
      const query = { limit: 21, after: from, ...(status !== undefined && { status }) };
      return [`${depth} page of ${status ?? 'all'}`, (pets) => pets.list(query)];
    }),
  );
  return [...pages, ['add', (pets) => pets.add({ name: 'new', categoryId: 1n, status: 'sold' })]];
}

/** One animal in so many has the status. */
const EVERY = { available: 1, pending: 20, sold: 200 };

const stores = options.stores.split(',');
const mysql = stores.includes('mysql') ? await startMysql() : undefined;
try {
  for (const store of stores) await measure(store);
} finally {
  await mysql?.stop();
}

async function measure(store) {
  const opened = [];
  for (const size of sizes) {
    say(`${store}: ${size} animals\n`);
    const one = await OPEN[store](size);
    if (one !== undefined) opened.push({ size, times: new Map(), operations: operationsFor(size), ...one });
  }
  // Every size in turn, so that what disturbs the machine disturbs them alike; the first tenth warms up.
  for (let sample = -samples / 10; sample < samples; sample++) {
    for (const { pets, times, operations } of opened) {
      for (const [name, operate] of operations) {
        const start = performance.now();
        await operate(pets);
        const time = performance.now() - start;
        if (sample >= 0) times.set(name, [...(times.get(name) ?? []), time]);
      }
    }
  }
  const names = opened[0].operations.map(([name]) => name);
  const rows = names.map((name) => {
    const figures = opened.map(({ times }) => 1000 * median(times.get(name)));
    return [name, ...figures.map((each) => fixed(each, 0)), fixed(Math.max(...figures) / figures[0], 2)];
  });
  console.log(`\n${store}: medians of ${samples}, in microseconds\n`);
  console.log(table([['', ...opened.map(({ size }) => String(size)), 'most to first'], ...rows]));
  if (store !== 'memory') await measureMaintenance(store, opened);
  for (const { close } of opened) await close();
}

/** Measures once at each size what takes time in proportion to the data, and what must not. */
async function measureMaintenance(store, opened) {
  const figures = [];
  for (const one of opened) {
    say(`${store}: maintenance at ${one.size} animals\n`);
    figures.push(await maintenanceOf(one));
  }
  const rows = Object.keys(figures[0]).map((name) => {
    const values = figures.map((each) => each[name]);
    return [name, ...values.map((value) => fixed(value, 2)), fixed(values.at(-1) / values[0], 2)];
  });
  console.log(`\n${store}: milliseconds, once\n`);
  console.log(table([['', ...opened.map(({ size }) => String(size)), 'last to first'], ...rows]));
}

/** There are a tenth as many expired idempotency keys as animals, and at most a thousand sessions of one account. */
async function maintenanceOf({ size, target, pets, sessions, apiKeys, diagnose, run, bytes }) {
  const count = size / 10;
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  if (bytes === 'BINARY') await run(`SET SESSION cte_max_recursion_depth = ${count}`);
  await run(`INSERT INTO idempotency_keys ${numbers}
    SELECT i, 'an animal', 1, 'sold', 1, CAST(HEX(i * 7919 % 1000003) AS ${bytes}), i FROM n`);
  const [instant, thousands] = [new Date(size), count / 1000];
  const hashOf = (n) => n.toString(16).padStart(64, '0');
  for (let n = 1; n <= 1000 && n <= count; n++) {
    await sessions.add({ hash: hashOf(n), accountId: 1n, createdAt: new Date(n), lastSeenAt: new Date(n) });
  }
  const result = {
    'sessions of an account': await warmTimeOf(() => sessions.list(1n, 20)),
    'first page of keys': await warmTimeOf(() => apiKeys.page(1n, 20)),
    'purge of 1000 idempotency keys': (await timeOf(() => pets.purgeIdempotencyKeys(instant))) / thousands,
    'check by doctor': await timeOf(() => diagnose()),
  };
  if (target.backup === undefined) return result;
  const watch = { onProgress: () => {}, onCheck: () => {} };
  return { ...result, backup: await timeOf(() => target.backup(join(folder, `${size}.backup`), watch)) };
}

/** The second time is measured, because the first one loads and compiles. */
async function warmTimeOf(work) {
  await work();
  return timeOf(work);
}

async function timeOf(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
