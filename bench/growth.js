import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { MemoryPetRepository } from '../dist/adapters/outbound/memory/pet-repository.js';
import { parseStorageUrl } from '../dist/adapters/outbound/storages.js';
import { fillMysql, fillSqlite, startMysql, statusOf } from './lib/stores.js';
import { fixed, median, table } from './lib/report.js';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    // 10^7 as well: some minutes and gigabytes more.
    full: { type: 'boolean', default: false },
    stores: { type: 'string', default: 'memory,sqlite,mysql' },
    samples: { type: 'string', default: '300' },
  },
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
    return opened;
  },
  mysql: async (size) => {
    const root = await mysql.connect();
    await root.query(`CREATE DATABASE growth_${size}`);
    await root.query(`USE growth_${size}`);
    const { port, user } = root.config;
    const opened = await openStorage(`mysql://${user}@127.0.0.1:${port}/growth_${size}`);
    await fillMysql(root, size);
    await root.end();
    return opened;
  },
};

async function openStorage(url) {
  const storage = await parseStorageUrl(url).open({ poolSize: 1 });
  await storage.connect();
  await storage.schema.migrate();
  return storage;
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
  for (const { close } of opened) await close();
}
