#!/usr/bin/env node
/*
 * Attacks a service without a pause while healthy clients use it. Then it compares the service with the model of
 * test/faults/conversations.test.ts in random conversations on every storage.
 *
 *   npm run fuzz                              ten minutes of each, the attack on a database in memory
 *   npm run fuzz -- --minutes 1 --seed 42     one minute, with the packets of the run that printed the seed 42
 *   npm run fuzz -- --main /other/dist/infrastructure/main.js     only the attack, on another build
 *
 * Exits with code 1 unless the process is alive, no response was a 5xx, every conversation ended, the healthy clients never
 * starved, memory returned to within 50 MiB, and the service answered as the model does. It only prints how much slower the
 * healthy clients are during the attack, since that depends on the machine.
 */
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { readOptions } from './options.mjs';

const values = readOptions(
  'npm run fuzz',
  'Attacks a service while healthy clients use it, and checks that it survives. Then compares it with a model for as long.',
  {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    main: { type: 'string' },
  },
);

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ATTACKERS = 8;
const HEALTHY = 4;
/** The maximum number of connections that the attack leaves open. */
const MAX_OPEN = 400;
/** How long the healthy clients are alone, and how long memory may take to return, in milliseconds. */
const [QUIET_MS, RECOVERY_MS] = [15_000, 150_000];
/** How long the service may take to end a conversation that its client has ended, in milliseconds. */
const SILENCE_MS = 90_000;
/** A 99th percentile of the healthy clients that even a busy machine does not explain, in milliseconds. */
const STARVED_MS = 2_000;

/**
 * The service frees its memory at a signal. Otherwise V8 may keep garbage for minutes while the program allocates little.
 */
const COLLECT_AT_SIGNAL = `data:text/javascript,process.on("SIGUSR2", () => gc({ flavor: "last-resort" }))`;
const FLAGS = [
  ...['--max-semi-space-size=16', '--no-allocation-site-pretenuring'], // as `npm start` sets them
  ...['--expose-gc', '--import', COLLECT_AT_SIGNAL],
];

const main = values.main ?? `${ROOT}dist/infrastructure/main.js`;
const service = spawn(process.execPath, [...FLAGS, main, 'serve'], {
  cwd: tmpdir(),
  env: { PATH: process.env.PATH, DATABASE_URL: 'memory:', PORT: '0', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let output = '';
service.stdout.setEncoding('utf8').on('data', (text) => (output += text));
service.stderr.setEncoding('utf8').on('data', (text) => (output += text));
const url = await appears(/http:\/\/127\.0\.0\.1:\d+/);
const key = await appears(/as_[0-9A-Za-z]{36}/);
const port = Number(new URL(url).port);
const counts = new Map();
const silent = [];
const open = new Set();
const healthyAgent = new Agent({ keepAlive: true });
let most = 0;

await healthyFor(QUIET_MS); // so that V8 compiles the code
const quiet = await healthyFor(QUIET_MS);
service.kill('SIGUSR2');
await sleep(1000);
const atRest = resident();
most = atRest;
const end = performance.now() + Number(values.minutes) * 60_000;
const attack = Promise.all(Array.from({ length: ATTACKERS }, (_, number) => attacker(Number(values.seed) + number)));
const beside = await healthyFor(end - performance.now());
await attack;
for (const socket of open) socket.destroy();
for (const limit = performance.now() + RECOVERY_MS; resident() > atRest + 50 && performance.now() < limit;) {
  service.kill('SIGUSR2');
  await sleep(1000);
}
const back = resident();
const isAlive = service.exitCode === null && (await call('GET', '/livez')) === 200;
service.kill('SIGTERM');
const survived = report();
const agreed = values.main !== undefined || (await agreesWithModel());
process.exit(survived && agreed ? 0 : 1);

/** Prints what was found. @returns whether the service survived */
function report() {
  const failures = [...counts].filter(([status]) => status.startsWith('5') || status.startsWith('healthy broken'));
  const p99 = (durations) => durations.sort((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? Infinity;
  const [own, other] = [p99(quiet), p99(beside)];
  const checks = {
    [`the process is alive`]: isAlive,
    [`no 5xx and no healthy request broken: ${JSON.stringify(failures)}`]: failures.length === 0,
    [`every conversation ended: ${silent.length} did not`]: silent.length === 0,
    [`healthy p99 ${other.toFixed(1)} ms, alone ${own.toFixed(1)} ms`]: other < STARVED_MS,
    [`memory ${back.toFixed(0)} MiB, before ${atRest.toFixed(0)}, at most ${most.toFixed(0)}`]: back < atRest + 50,
  };
  const sorted = [...counts].sort().map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`seed ${values.seed}, ${values.minutes} min; ${sorted.join(', ')}\n`);
  for (const [name, ok] of Object.entries(checks)) process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}\n`);
  if (silent.length > 0) process.stdout.write(`${silent[0].slice(0, 1000)}\n`);
  if (Object.values(checks).includes(false)) process.stdout.write(output.slice(-5000));
  return !Object.values(checks).includes(false);
}

/** Holds the random conversations of the test that has the model. @returns whether it passed */
async function agreesWithModel() {
  const test = spawn('npm', ['run', '--silent', 'test:long', '--', 'test/faults/conversations.test.ts'], {
    cwd: ROOT,
    env: { ...process.env, CONVERSATION_MINUTES: values.minutes, CONVERSATION_SEED: values.seed },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(test, 'exit');
  return code === 0;
}

/** Requests that are almost valid. */
function requests() {
  const { constantFrom, nat, oneof, record, tuple, option } = fc;
  const paths = [
    ...[
      '/v1/pets',
      '/v1/pets?limit=5',
      '/v1/pets?status=sold&limit=1',
      '/v1/pets?cursor=AAAAAAAAAAABAAAAAA',
      '/v1/pets/1',
    ],
    ...['/v1', '/livez', '/readyz', '/nowhere', '/docs', '/openapi.json', '/', '/account', '/account/sign-in', '*'],
    ...['http://localhost/v1/pets', '/v1/pets/../pets', '//a@b/account#', 'a:80', `/?${'a&'.repeat(6000)}`],
  ];
  const bodies = [
    ...['{"name":"Rex","categoryId":1}', '{"name":"Rex","categoryId":9223372036854775807,"status":"sold"}'],
    ...['{"name":"Rex","name":"Rex","categoryId":1}', '['.repeat(5000), '{"name":null}', '', '\ufeff{}'],
    'email=a%40b.example&password=correct+horse+battery',
  ];
  return record({
    method: constantFrom('GET', 'GET', 'POST', 'POST', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'TRACE', 'CONNECT'),
    path: constantFrom(...paths),
    type: constantFrom('application/json', 'application/x-www-form-urlencoded'),
    hasKey: fc.boolean(),
    body: constantFrom(...bodies),
    framing: oneof(tuple(constantFrom('length'), nat(200)), constantFrom('exact', 'exact', 'chunked', 'bytes')),
    more: option(
      constantFrom(
        ...['Upgrade: h2c\r\nConnection: Upgrade', 'Expect: 100-continue', 'Connection: close', 'Accept: text/html'],
        ...[
          `Cookie: ${'a=b;'.repeat(3000)}`,
          'Idempotency-Key: "1"',
          'Sec-Fetch-Site: same-origin',
          'X: x\r\n'.repeat(500),
        ],
      ),
    ),
  }).map(written);
}

function written({ method, path, type, hasKey, body, framing, more }) {
  const chunk = (text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const chunks = { chunked: [body], bytes: body.split('') }[framing]?.filter((text) => text !== '');
  const length = framing[0] === 'length' ? framing[1] : Buffer.byteLength(body);
  const lines = [
    ...[`${method} ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`],
    ...(hasKey ? [`Authorization: Bearer ${key}`] : []),
    ...(more === null ? [] : [more]),
    chunks === undefined ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked',
  ];
  const sent = chunks === undefined ? body : [...chunks.map(chunk), '0\r\n\r\n'].join('');
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${method === 'POST' || method === 'PUT' ? sent : ''}`);
}

/** Replaces, inserts, removes or repeats some bytes. */
function spoilt(bytes) {
  const change = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(40),
    fc.uint8Array({ maxLength: 8 }),
    fc.boolean(),
  );
  return fc.tuple(bytes, fc.array(change, { maxLength: 3 })).map(([original, changes]) =>
    changes.reduce((all, [share, removed, added, repeats]) => {
      const at = Math.floor(share * all.length);
      const rest = all.subarray(repeats ? Math.max(0, at - removed) : at + removed);
      return Buffer.concat([all.subarray(0, at), added, rest]);
    }, original),
  );
}

/** What a client sends on one connection, how it reads the responses, and how and when it ends the connection. */
function conversations() {
  const { array, constantFrom, oneof, record } = fc;
  const download = 'GET /account/pico.jade.min.css HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const floods = [
    download.repeat(100) + 'GET / HTTP/1.1\r\n\r\n'.repeat(3000),
    'GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100),
    `POST /account/sign-in HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(10_000)}`,
    '\x16\x03\x01\x02',
    'GET / HTTP/1.1\r\nHost: lo',
  ].map((text) => Buffer.from(text));
  const packet = array(spoilt(requests()), { minLength: 1, maxLength: 4 }).map((all) => Buffer.concat(all));
  return record({
    packet: oneof({ weight: 100, arbitrary: packet }, { weight: 1, arbitrary: constantFrom(...floods) }),
    read: constantFrom('read', 'read', 'unread', 'slowly'),
    end: constantFrom('reset', 'destroy', 'half-close', 'half-close', 'nothing'),
    moment: constantFrom(0, 0, 1, 2, 10, 100, 1000),
  });
}

async function attacker(seed) {
  const arbitrary = conversations();
  for (let batch = 0; performance.now() < end && service.exitCode === null; batch++) {
    // A few at a time, because drawing them delays the healthy clients, which run in this process as well.
    for (const conversation of fc.sample(arbitrary, { seed: seed + 1000 * batch, numRuns: 5 })) {
      converse(conversation);
      for (const socket of open) if (open.size > MAX_OPEN) socket.destroy();
      await sleep(50);
      if (performance.now() > end) return;
    }
  }
}

function converse({ packet, read, end: ending, moment }) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  open.add(socket);
  let received = '';
  socket.setEncoding('latin1');
  if (read !== 'unread') {
    socket.on('data', (text) => {
      if (received.length < 100_000) received += text;
      if (read === 'slowly') socket.pause();
      if (read === 'slowly') setTimeout(() => socket.resume(), 50);
    });
  }
  socket.on('error', () => undefined);
  socket.on('end', () => socket.destroy());
  socket.on('close', () => {
    open.delete(socket);
    for (const [, status] of received.matchAll(/HTTP\/1\.1 (\d{3}) /g)) count(status);
  });
  socket.write(packet);
  setTimeout(() => {
    if (ending === 'reset') socket.resetAndDestroy();
    if (ending === 'destroy') socket.destroy();
    if (ending === 'half-close') socket.end();
  }, moment);
  if (ending === 'half-close' && read === 'read') {
    setTimeout(() => {
      if (open.has(socket)) silent.push(packet.toString('latin1'));
    }, SILENCE_MS).unref();
  }
}

async function appears(pattern) {
  for (let tries = 0; tries < 600; tries++) {
    const [found] = pattern.exec(output) ?? [];
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error(`the service did not start: ${output}`);
}

function resident() {
  if (service.exitCode !== null) return NaN;
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

function count(outcome) {
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
}

/** @returns the status, or `undefined` if the connection broke */
function call(method, path, body) {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = request(new URL(path, url), { method, agent: healthyAgent, headers });
    sent.on('error', () => resolve(undefined));
    sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
    sent.end(body);
  });
}

/** Lets healthy clients send one request after another for a time. @returns the duration of each, in milliseconds */
async function healthyFor(milliseconds) {
  const until = performance.now() + milliseconds;
  const durations = [];
  const client = async () => {
    for (let turn = 0; performance.now() < until && service.exitCode === null; turn++) {
      const start = performance.now();
      const status =
        turn % 4 === 0
          ? await call('POST', '/v1/pets', '{"name":"Rex","categoryId":1}')
          : await call('GET', '/v1/pets');
      durations.push(performance.now() - start);
      count(status === undefined ? 'healthy broken' : String(status));
      most = Math.max(most, resident());
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: HEALTHY }, client));
  return durations;
}
