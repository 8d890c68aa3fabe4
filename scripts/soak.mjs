#!/usr/bin/env node
/*
 * Keeps a service busy for a while and draws its resident memory, which should be flat after the first minutes.
 *
 *   npm run soak                       ten minutes, on an SQLite file of its own
 *   npm run soak -- --seconds 60       as long as one says
 *   DATABASE_URL=mysql://… npm run soak
 *
 * Ends with 1 where memory grew by more than a tenth from the second fifth of the time to the last.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { URL } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, callers: { type: 'string', default: '16' } },
});
const seconds = Number(values.seconds);
const folder = mkdtempSync(join(tmpdir(), 'animal-store-soak-'));
const DATABASE_URL = process.env.DATABASE_URL ?? `sqlite:${join(folder, 'store.sqlite')}`;
const main = new URL('../dist/infrastructure/main.js', import.meta.url).pathname;
const env = { PATH: process.env.PATH, DATABASE_URL, PORT: '0', ADMIN_PORT: '0' };

const service = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
let url;
let key;
service.stdout.setEncoding('utf8').on('data', (text) => {
  url ??= /"url":"([^"]+)","msg":"listening"/.exec(text)?.[1];
});
service.stderr.setEncoding('utf8').on('data', (text) => {
  key ??= /as_[0-9A-Za-z]{36}/.exec(text)?.[0];
});
for (let tries = 0; url === undefined && tries < 300; tries++) await sleep(50);
if (DATABASE_URL.startsWith('mysql:')) key = await newKey();
for (let tries = 0; key === undefined && tries < 300; tries++) await sleep(50);
if (url === undefined || key === undefined) throw new Error('the service did not start');

const agent = new Agent({ keepAlive: true });
const counts = new Map();

function call(method, path, body, headers = {}) {
  return new Promise((resolve) => {
    const asked = request(new URL(path, url), {
      method,
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
const sampling = setInterval(() => samples.push(resident()), Math.max(250, (seconds * 1000) / 120));
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
service.kill('SIGTERM');
rmSync(folder, { recursive: true, force: true });

const [early, late] = [part(1), part(4)];
draw();
const answers = [...counts].sort().map(([status, count]) => `${status}: ${count}`);
process.stdout.write(`answers: ${answers.join(', ')}\n`);
process.stdout.write(`second fifth ${early.toFixed(1)} MiB, last fifth ${late.toFixed(1)} MiB (medians)\n`);
process.exitCode = late > early * 1.1 ? 1 : 0;

function resident() {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

/** The median of one fifth of the samples. */
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

async function newKey() {
  const email = `soak-${process.pid}@example.com`;
  for (const parameters of [
    ['accounts', 'create', email],
    ['keys', 'create', '--account', email],
  ]) {
    for (let tries = 0; tries < 50; tries++) {
      const child = spawn(process.execPath, [main, ...parameters], { env, stdio: ['ignore', 'pipe', 'ignore'] });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
      const code = await new Promise((resolve) => child.on('close', resolve));
      if (code === 0 && parameters[0] === 'keys') return output.trim();
      if (code === 0) break;
      await sleep(200);
    }
  }
  return undefined;
}
