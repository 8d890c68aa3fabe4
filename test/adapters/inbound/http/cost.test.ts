import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CountingHasher } from '../../../support/application.js';
import { startTestServer } from '../../../support/server.js';

// One request must not cost much more than another of its size: a client that finds a costly one stops the service with a
// few of them. No count shows this of the libraries that read requests, so the CPU time of the process is compared. What many
// requests on one connection cost, bodies in many chunks, and responses that are not read, is counted in other tests.
//
// Timings decide no other test. This one may be trusted on a slow or busy machine for these reasons:
// - CPU time does not grow while the process waits for a processor.
// - Both sides of a ratio are measured in one process within one minute, so that the speed of the machine cancels out.
// - A request fails only if it costs too much in each of five passes, with pauses between them, so that neither a
//   compilation nor a collection of garbage decides, which other threads of this process do meanwhile.
// - What the test looks for is time that grows with the square of the size. At these sizes that costs hundreds of times as
//   much as an ordinary request, and the limit is far from both.
// - Passwords are not measured: a hash takes long on purpose, and attempts are limited.

const server = await startTestServer({ hasher: new CountingHasher() });

/** The most expensive request may cost this many times what an ordinary one of the same size costs. */
const MAX_RATIO = 20;

const PASSES = 5;
const PAUSE_MS = 300;

const BODY_SIZE = 16 * 1024;
/** Below Node's limit of 16 KiB for the head of a request. */
const HEAD_SIZE = 15_000;

/** `unit` repeated to at most `size` characters, between `start` and `end`. */
function fill(unit: string, size: number, start = '', end = ''): string {
  return start + unit.repeat(Math.floor((size - start.length - end.length) / unit.length)) + end;
}

function head(method: string, target: string, headers: Record<string, string> = {}): string {
  const all = { host: 'localhost', authorization: `Bearer ${server.key}`, connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function post(target: string, type: string, body: string, headers: Record<string, string> = {}): string {
  const length = String(Buffer.byteLength(body));
  return head('POST', target, { 'content-type': type, 'content-length': length, ...headers }) + body;
}

/** CPU time of this process, client included, for one request on a connection of its own, in microseconds. */
async function cost(request: string): Promise<number> {
  const bytes = Buffer.from(request, request.includes('\r\n\r\n{') ? 'utf8' : 'latin1');
  const before = process.cpuUsage();
  const answer = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect({ port: server.port, host: '127.0.0.1' });
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    socket.once('error', reject).once('close', () => resolve(received));
    socket.write(bytes);
  });
  const { user, system } = process.cpuUsage(before);
  if (!/^HTTP\/1\.1 [1-5]\d\d /.test(answer)) throw new Error(`no answer to ${request.slice(0, 200)}`);
  return user + system;
}

/** The least of several requests. */
async function leastCost(request: string, rounds: number): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await cost(request));
  return least;
}

/** Returns the first request that costs too much in every pass, with its ratio. */
async function tooExpensive(ordinary: string, requests: readonly string[]): Promise<string | undefined> {
  const usual = await leastCost(ordinary, 20);
  let suspects = requests.map((request) => ({ request, ratio: 0 }));
  for (let pass = 1; pass <= PASSES && suspects.length > 0; pass++) {
    await sleep(pass === 1 ? 0 : PAUSE_MS);
    for (const suspect of suspects) suspect.ratio = (await cost(suspect.request)) / usual;
    suspects = suspects.filter(({ ratio }) => ratio > MAX_RATIO);
  }
  const [first] = suspects;
  return first && `${first.ratio.toFixed(1)} times: ${first.request.slice(0, 300)}`;
}

const distinct = (size: number, separator: string, each: (at: number) => string) => {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < size - 40; at++) length += parts[parts.push(each(at)) - 1]?.length ?? 0;
  return parts.join(separator).slice(0, size);
};

const VALUES = ['0,', '[],', '{},', '"",', '1e5,', 'null,', '{"":0},', '{"a":{}},', '"\\n",', '[[[[0]]]],', ' '];
const CHARACTERS = ['a', ' ', 'é', '🦊', '\\n', '\\u0041', '\\ud83e', '\u00a0', '\\\\'];
const TEXTS = ['a', '&', '=', 'a&', 'a=b&', 'limit=1&', '%41', '%', '+', '[', 'email=a&', '%f0%9f%a6%8a', '@'];
const HEADERS: Record<string, string[]> = {
  accept: ['a/b,', '*/*,', 'text/html;q=0.1,', 'a/b;c="d";', 'application/json;q=0,'],
  'accept-encoding': ['gzip,', 'identity;q=0,'],
  authorization: ['Bearer ', 'Bearer a='],
  'content-type': ['application/json;', ';\t', 'charset=utf-8;'],
  'idempotency-key': ['"a"', '"a";b='],
  'if-none-match': ['"a",', 'W/"a", '],
  'x-forwarded-for': ['1.1.1.1,', '::ffff:1.1.1.1,', '[::1]:1,'],
  cookie: ['animal-store-session=a; ', ';'],
  origin: ['http://a'],
  traceparent: ['00-', '0-'],
  'x-request-id': ['a.'],
};
const UNITS = [',', ' ', 'a', '"', '\\"', '=', '%41', '; ', 'a=b; ', '*,'];

describe('The worst request costs at most twenty times an ordinary one of its size', () => {
  it('among the bodies of POST /v1/pets', async () => {
    const inside = (unit: string) => fill(unit, BODY_SIZE, '{"a":[', '0]}');
    const name = (unit: string) => fill(unit, BODY_SIZE, '{"categoryId":1,"name":"', '"}');
    const number = (unit: string, end: string) => fill(unit, BODY_SIZE, '{"name":"Rex","categoryId":1', `${end}}`);
    const bodies = [
      ...VALUES.map(inside),
      ...CHARACTERS.map(name),
      number('0', '1'),
      number('0', '1').replace(':1', ':1.'),
      number('9', '').replace(':1', ':1e'),
      number('9', ''),
      '{"a":'.padEnd(8000, '[').padEnd(BODY_SIZE - 1, ']') + '}',
      fill('{"a":', BODY_SIZE),
      `{${distinct(BODY_SIZE - 20, ',', (at) => `"${at.toString(36)}":0`).replace(/,[^,]*$/, '')}}`,
      fill('"a":0,', BODY_SIZE, '{', '"a":0}'),
      fill('{"a":0,"a":0},', BODY_SIZE, '{"a":[', '0]}'),
      fill(' ', BODY_SIZE, '{"name":"Rex","categoryId":1', '}'),
      fill(' ', BODY_SIZE, '{"name":"Rex","categoryId":1', '!'),
      fill('\\"', BODY_SIZE, '{"name":"'),
    ];
    const json = (body: string) => post('/v1/pets', 'application/json', body);
    expect(await tooExpensive(json(name('a')), bodies.map(json))).toBeUndefined();
  });

  it.each(['/v1/pets', '/v1/pets/1', '/docs', '/account', '/animals', '/nowhere'])(
    'among the paths, queries and headers of GET %s',
    async (path) => {
      const names = Object.fromEntries(Array.from({ length: 1800 }, (_, at) => [`a${at}`, '']));
      const values = Object.entries(HEADERS).flatMap(([name, units]) =>
        [...units, ...UNITS].map((unit) => head('GET', path, { [name]: fill(unit, HEAD_SIZE) })),
      );
      const paths = ['a', '0', '/', '../', '%2f', '%41', ';', ':', '@', 'a.', '%'];
      const ordinary = Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [`x-filler-${at}`, 'a'.repeat(HEAD_SIZE / 100 - 15)]),
      );
      const requests = [
        head('GET', path, names),
        head('GET', `${path}?${distinct(HEAD_SIZE, '&', (at) => at.toString(36))}`),
        ...TEXTS.map((unit) => head('GET', fill(unit, HEAD_SIZE, `${path}?`))),
        ...['0', 'A', '-', '%20'].map((unit) => head('GET', fill(unit, HEAD_SIZE, `${path}?cursor=AAAA`))),
        ...paths.map((unit) => head('GET', fill(unit, HEAD_SIZE, `${path}/`))),
        ...values,
      ];
      expect(await tooExpensive(head('GET', path, ordinary), requests)).toBeUndefined();
    },
  );

  it.each(['/account/sign-in', '/account/sign-up', '/account/keys/new'])(
    'among the form fields of POST %s',
    async (path) => {
      const form = (body: string) =>
        post(path, 'application/x-www-form-urlencoded', body, { 'sec-fetch-site': 'same-origin' });
      const fields = ['', 'password=b&email=', 'email=a%40b&password='].flatMap((start) =>
        TEXTS.map((unit) => form(fill(unit, BODY_SIZE, start))),
      );
      const others = form(distinct(BODY_SIZE, '&', (at) => `${at.toString(36)}=`));
      expect(await tooExpensive(form(fill('a', BODY_SIZE, 'x=')), [...fields, others])).toBeUndefined();
    },
  );
});
