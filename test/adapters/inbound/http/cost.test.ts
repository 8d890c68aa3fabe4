import { connect } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import Router from '@koa/router';
import { documentRoutes, openApiDocuments } from '../../../../src/adapters/inbound/http/api/documents.js';
import { healthRoutes } from '../../../../src/adapters/inbound/http/api/health.js';
import { petRoutes } from '../../../../src/adapters/inbound/http/api/pets/routes.js';
import { createPages } from '../../../../src/adapters/inbound/http/pages/pages.js';
import type { HttpRouter } from '../../../../src/adapters/inbound/http/state.js';
import { testConfig } from '../../../support/config.js';
import { startTestServer } from '../../../support/server.js';

// One request must not cost much more than another of its size: a client that finds a costly one stops the service with a
// few of them. CPU time is compared as a ratio within one run, so that neither the machine nor its load decides. What many
// requests on one connection cost, bodies in many chunks, and responses that are not read, is counted in other tests.

const server = await startTestServer();
afterAll(() => server.close());

/** The dearest request may cost this many times what an ordinary one of the same size costs. */
const MAX_RATIO = 10;

const PAGES = { baseUrl: () => server.url, status: { phase: 'serving' as const } };

const BODY_SIZE = 100 * 1024;
const FORM_SIZE = 16 * 1024;
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

/** A hundred headers of the same length. */
const ORDINARY_HEADERS = Object.fromEntries(
  Array.from({ length: 100 }, (_, at) => [`x-filler-${at}`, 'a'.repeat(HEAD_SIZE / 100 - 15)]),
);

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

/** The median of several requests, so that neither compilation nor garbage collection decides. */
async function typicalCost(request: string, rounds: number): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    costs.push(await cost(request));
    if ((costs[round] ?? 0) > 1_000_000) break; // one that costs a second needs no median
  }
  return costs.sort((one, other) => one - other)[costs.length >> 1] ?? 0;
}

/** The requests that cost too much, with their ratio. One that seems to is measured again, more often. */
async function tooDear(ordinary: string, requests: Record<string, string>): Promise<string[]> {
  await typicalCost(ordinary, 50);
  const usual = await typicalCost(ordinary, 50);
  const violations: string[] = [];
  let most = { name: '', ratio: 0 };
  for (const [name, request] of Object.entries(requests)) {
    let ratio = (await typicalCost(request, 7)) / usual;
    if (ratio > MAX_RATIO) ratio = (await typicalCost(request, 50)) / (await typicalCost(ordinary, 50));
    if (ratio > MAX_RATIO) violations.push(`${name}: ${ratio.toFixed(1)} times`);
    if (ratio > most.ratio) most = { name, ratio };
  }
  if (process.env.SHOW_COSTS !== undefined) {
    process.stderr.write(`${usual} µs; dearest: ${most.ratio.toFixed(1)} times, ${most.name}\n`);
  }
  return violations;
}

/** Every path with this method, and some that no route has; a parameter in it is 1. */
function pathsOf(method: string): string[] {
  const api: HttpRouter = new Router();
  const pass = () => undefined;
  petRoutes(api, pass, server.services);
  healthRoutes(api, { schema: server.services.schema, status: { phase: 'serving' } });
  const openApi = openApiDocuments({}, server.services.getPet);
  documentRoutes(api, pass, openApi);
  const { routes } = createPages(pass, openApi, {
    ...testConfig(),
    ...server.services,
    ...PAGES,
    clock: server.ports.clock,
  });
  const routers = [api, ...routes.flatMap((each) => ('router' in each ? [each.router as HttpRouter] : []))]; // of routes()
  const layers = routers.flatMap(({ stack }) => stack).filter(({ methods }) => methods.includes(method));
  const paths = layers.map(({ path }) => String(path).replaceAll(/:[A-Za-z]+/g, '1'));
  return method === 'GET' ? [...paths, '/docs', '/nowhere', '/v1/nowhere', '/account/nowhere'] : paths;
}

const distinct = (size: number, separator: string, each: (at: number) => string) => {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < size - 40; at++) length += parts[parts.push(each(at)) - 1]?.length ?? 0;
  return parts.join(separator).slice(0, size);
};

describe('The worst request costs at most ten times an ordinary one of its size', () => {
  it('of the bodies of POST /v1/pets', async () => {
    const json = (body: string) => post('/v1/pets', 'application/json', body);
    const inside = (unit: string) => fill(unit, BODY_SIZE, '{"a":[', '0]}');
    const name = (unit: string) => fill(unit, BODY_SIZE, '{"categoryId":1,"name":"', '"}');
    const number = (unit: string, end: string) => fill(unit, BODY_SIZE, '{"name":"Rex","categoryId":1', `${end}}`);
    const bodies = {
      ...Object.fromEntries(
        [
          '0,',
          '[],',
          '{},',
          '"",',
          '1e5,',
          '-0.1e-1,',
          'null,',
          '{"":0},',
          '{"a":{}},',
          '"\\n",',
          '[[[[0]]]],',
          ' ',
        ].map((unit) => [`values ${unit}`, inside(unit)]),
      ),
      ...Object.fromEntries(
        ['a', ' ', 'é', '🦊', '\\n', '\\u0041', '\\ud83e', '\u00a0', '\u0080', '\\\\'].map((unit) => [
          `name of ${unit}`,
          name(unit),
        ]),
      ),
      'a number with zeros inside': number('0', '1'),
      'a fraction with zeros inside': number('0', '1').replace(':1', ':1.'),
      'an exponent': number('9', '').replace(':1', ':1e'),
      'a number of nines': number('9', ''),
      deep: '{"a":'.padEnd(50_000, '[').padEnd(BODY_SIZE - 1, ']') + '}',
      'deep objects': fill('{"a":', BODY_SIZE),
      'unknown members': `{${distinct(BODY_SIZE - 20, ',', (at) => `"${at.toString(36)}":0`).replace(/,[^,]*$/, '')}}`,
      'one member again and again': fill('"a":0,', BODY_SIZE, '{', '"a":0}'),
      'members twice': fill('{"a":0,"a":0},', BODY_SIZE, '{"a":[', '0]}'),
      'not JSON at its end': fill(' ', BODY_SIZE, '{"name":"Rex","categoryId":1', '!'),
      'an open string': fill('\\"', BODY_SIZE, '{"name":"'),
    };
    const requests = Object.fromEntries(Object.entries(bodies).map(([what, body]) => [what, json(body)]));
    const ordinary = json('{"name":"Rex","categoryId":1}'.padEnd(BODY_SIZE));
    expect(await tooDear(ordinary, requests)).toEqual([]);
  }, 300_000);

  const QUERIES = ['a', '&', '=', 'a&', 'a=b&', 'limit=1&', 'after=a&', 'keys=all&', '%41', '%', '+', '[', '?'];
  const UNITS = [',', ' ', 'a', '"', '\\"', '=', '%41', '; ', 'a=b; ', '*,'];
  const VALUES: Record<string, string[]> = {
    accept: ['a/b,', '*/*,', 'text/html;q=0.1,', 'a/b;c="d";', 'application/json;q=0,'],
    'accept-encoding': ['gzip,', 'identity;q=0,'],
    authorization: ['Bearer ', 'Bearer a='],
    'content-type': ['application/json;', ';\t', 'charset=utf-8;'],
    'idempotency-key': ['"a"', '"a";b='],
    'if-none-match': ['"a",', 'W/"a", '],
    range: ['bytes=0-1,'],
    'x-forwarded-for': ['1.1.1.1,', '::ffff:1.1.1.1,', '[::1]:1,'],
    cookie: ['as_session=a; ', '__Host-session=a; '],
    origin: ['http://a'],
    traceparent: ['00-', '0-'],
    'x-request-id': ['a.'],
  };
  const NAMES = Object.fromEntries(Array.from({ length: 1800 }, (_, at) => [`a${at}`, '']));

  it.each(pathsOf('GET'))(
    'of the queries, headers and cookies of GET %s',
    async (path) => {
      const requests: Record<string, string> = { 'many headers': head('GET', path, NAMES) };
      for (const unit of QUERIES) requests[`a query of ${unit}`] = head('GET', fill(unit, HEAD_SIZE, `${path}?`));
      for (const [name, units] of Object.entries(VALUES)) {
        for (const unit of [...units, ...UNITS]) {
          requests[`${name}: ${unit}`] = head('GET', path, { [name]: fill(unit, HEAD_SIZE) });
        }
      }
      expect(await tooDear(head('GET', path, ORDINARY_HEADERS), requests)).toEqual([]);
    },
    300_000,
  );

  it('of the headers of POST /v1/pets', async () => {
    const json = (headers: Record<string, string>) =>
      post('/v1/pets', 'application/json', '{"name":"Rex","categoryId":1}', headers);
    const requests: Record<string, string> = {};
    for (const name of ['content-type', 'idempotency-key', 'accept', 'content-encoding']) {
      for (const unit of [...(VALUES[name] ?? []), ...UNITS]) {
        requests[`${name}: ${unit}`] = json({ [name]: fill(unit, HEAD_SIZE) });
        requests[`${name}: application/json; and ${unit}`] = json({
          [name]: fill(unit, HEAD_SIZE, 'application/json; charset=utf-8', 'x'),
        });
      }
    }
    expect(await tooDear(json(ORDINARY_HEADERS), requests)).toEqual([]);
  }, 300_000);

  it('of the paths', async () => {
    const requests: Record<string, string> = {};
    for (const start of ['limit=', 'status=', 'cursor=', 'cursor=AAAA']) {
      for (const unit of ['0', '1', 'A', '-', '%20']) {
        requests[`${start} and ${unit}`] = head('GET', fill(unit, HEAD_SIZE, `/v1/pets?${start}`));
      }
    }
    requests['other parameters'] = head('GET', `/v1/pets?${distinct(HEAD_SIZE, '&', (at) => at.toString(36))}`);
    for (const start of ['/', '/v1/', '/v1/pets/', '/docs/', '/account/', '/account/keys/', 'http://a/', 'http://']) {
      for (const unit of ['a', '1', '0', '/', '.', '../', './', '%2f', '%41', '%2e', ';', ':', '@', 'a.', '%']) {
        requests[`the path ${start} and ${unit}`] = head('GET', fill(unit, HEAD_SIZE, start));
      }
    }
    expect(await tooDear(head('GET', '/v1/pets', ORDINARY_HEADERS), requests)).toEqual([]);
  }, 300_000);

  it.each(pathsOf('POST'))(
    'of the fields of POST %s',
    async (path) => {
      const form = (body: string) =>
        post(path, 'application/x-www-form-urlencoded', body, { 'sec-fetch-site': 'same-origin' });
      const requests: Record<string, string> = {};
      for (const unit of ['a', '&', '=', 'a&', 'a=&', '%41', '%', '+', 'email=a&', '%f0%9f%a6%8a', '@']) {
        requests[`a form of ${unit}`] = form(fill(unit, FORM_SIZE));
        requests[`an email of ${unit}`] = form(fill(unit, FORM_SIZE, 'password=b&email='));
        requests[`a password of ${unit}`] = form(fill(unit, FORM_SIZE, 'email=a%40b&password='));
      }
      requests['other fields'] = form(distinct(FORM_SIZE, '&', (at) => `${at.toString(36)}=`));
      expect(await tooDear(form(fill('a', FORM_SIZE, 'x=')), requests)).toEqual([]);
    },
    300_000,
  );
});
