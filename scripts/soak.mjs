#!/usr/bin/env node
/*
 * Keeps a service busy for a while and plots its resident memory, which should be constant after the first minutes.
 *
 *   npm run soak                       ten minutes, on a new SQLite file
 *   npm run soak -- --seconds 60       one minute
 *   DATABASE_URL=mysql://… npm run soak
 *
 * Exits with code 1 if memory grew by more than a tenth from the second fifth of the time to the last fifth.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { animalStore, memoryOf, SERVE, startServer, untilAnswered } from '../bench/lib/processes.js';
import { readOptions } from './options.mjs';

const values = readOptions('npm run soak', 'Keeps a service busy, and checks that its memory does not grow.', {
  seconds: { type: 'string', default: '600' },
  callers: { type: 'string', default: '16' },
});
const seconds = Number(values.seconds);
const folder = mkdtempSync(join(tmpdir(), 'animal-store-soak-'));
const store = { DATABASE_URL: process.env.DATABASE_URL ?? `sqlite:${join(folder, 'store.sqlite')}` };

const email = `soak-${process.pid}@example.com`;
await animalStore(['migrate'], store);
await animalStore(['accounts', 'create', email], store);
const key = await animalStore(['keys', 'create', '--account', email], store);
const service = await startServer(SERVE, { ...store, ADMIN_PORT: '0' }, join(folder, 'log'));
await untilAnswered(service, '/readyz');

const agent = new Agent({ keepAlive: true });
const counts = new Map();

function call(method, path, body, headers = {}) {
  return new Promise((resolve) => {
    const asked = request({
      port: service.port,
      method,
      path,
      agent,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    });
    const end = (status) => {
      counts.set(status, (counts.get(status) ?? 0) + 1);
      resolve();
    };
    asked.on('error', () => end('broken'));
    asked.on('response', (response) => response.resume().on('end', () => end(response.statusCode)));
    asked.end(body);
  });
}

const start = performance.now();
const end = start + seconds * 1000;
const samples = [];
const sampling = setInterval(() => samples.push(memoryOf(service.pid, 'VmRSS')), Math.max(250, (seconds * 1000) / 120));
await Promise.all(
  Array.from({ length: Number(values.callers) }, async (_, caller) => {
    for (let turn = 0; performance.now() < end; turn++) {
      if (turn % 10 === 0) await call('POST', '/v1/pets', JSON.stringify({ name: `pet ${turn}`, categoryId: turn }));
      else if (turn % 10 === 1) {
        await call('POST', '/v1/pets', '{"name":"once","categoryId":1}', { 'idempotency-key': `${caller}-${turn}` });
      } else if (turn % 10 === 2) await call('POST', '/v1/pets', '{"name":"","categoryId":1}');
      else if (turn % 10 === 3) await call('GET', `/v1/pets/${turn}`);
      else await call('GET', '/v1/pets?limit=20&status=available');
      await sleep(5);
    }
  }),
);
clearInterval(sampling);
agent.destroy();
await service.stop();
rmSync(folder, { recursive: true, force: true });

const [early, late] = [part(1), part(4)];
draw();
const answers = [...counts].sort().map(([status, count]) => `${status}: ${count}`);
process.stdout.write(`answers: ${answers.join(', ')}\n`);
process.stdout.write(`second fifth ${early.toFixed(1)} MiB, last fifth ${late.toFixed(1)} MiB (medians)\n`);
process.exitCode = late > early * 1.1 ? 1 : 0;

/** Returns the median of one fifth of the samples. */
function part(number) {
  const fifth = samples.slice((number * samples.length) / 5, ((number + 1) * samples.length) / 5).sort((a, b) => a - b);
  return fifth[Math.floor(fifth.length / 2)] ?? NaN;
}

function draw() {
  const top = Math.max(...samples) * 1.1;
  const rows = 12;
  process.stdout.write(`resident memory in MiB over ${seconds} s\n`);
  for (let row = rows; row > 0; row--) {
    const [low, high] = [(top * (row - 1)) / rows, (top * row) / rows];
    const line = samples.map((sample) => (sample >= low && sample < high ? '*' : ' ')).join('');
    process.stdout.write(`${low.toFixed(0).padStart(5)} |${line}\n`);
  }
}
