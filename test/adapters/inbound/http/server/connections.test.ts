import { EventEmitter, once } from 'node:events';
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { listen, type ServerOptions } from '../../../../../src/adapters/inbound/http/server/server.js';
import type { Handler } from '../../../../../src/adapters/inbound/http/server/types.js';
import { eventually } from '../../../../support/eventually.js';
import { outcome } from '../../../../support/http-client.js';
import { lines, open as openAt, readToEnd, statusesIn } from '../../../../support/raw-sockets.js';
import { holdLists, startTestServer, type TestServer, type TestServerOptions } from '../../../../support/server.js';

let server: TestServer;
const listening: Awaited<ReturnType<typeof listen>>[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const each of listening.splice(0)) await each.stop(0);
});

const PET = '{"name":"Rex","categoryId":1}';
/** A time limit that a test waits for, and within which a request arrives on a slow machine, in milliseconds. */
const STRICT_MS = 1500;
const GET = lines('GET /livez HTTP/1.1', 'Host: a');
const open = (port = server.port): Promise<Socket> => openAt(port);
const key = () => `Authorization: Bearer ${server.key}`;
const start = async (options: TestServerOptions = {}) => (server = await startTestServer(options));

/** Listens with this handler alone until the end of the test. Returns the port. */
async function portOf(handler: Handler, options: Partial<ServerOptions> = {}): Promise<number> {
  const own = await listen(handler, { host: '127.0.0.1', port: 0, ...options });
  listening.push(own);
  return Number(new URL(own.url).port);
}

/** The status of the response; `undefined` if the connection ends without one, for which a client may have reasons of its own. */
function statusOf(options: RequestOptions, body?: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = httpRequest({ port: server.port, agent: new Agent(), ...options });
    sent.on('response', (response) => {
      response.on('error', () => undefined).resume();
      resolve(response.statusCode);
    });
    sent.on('error', () => undefined).on('close', () => resolve(undefined));
    sent.end(body);
  });
}

/** More than the operating system keeps for a client that does not read. */
const LARGE = Buffer.alloc(32 << 20);

describe('A response that its client does not read in time', () => {
  it.each([
    ['unread', 0],
    ['read slowly', 500],
  ])('is cut off, and its connection is closed: %s', async (_, bytesPerTurn) => {
    let isCutOff = false;
    const handle = async (_request: IncomingMessage, response: ServerResponse) => {
      response.once('close', () => (isCutOff = !response.writableFinished)).end(LARGE);
    };
    const socket = await open(await portOf(handle, { responseTimeout: 500 }));
    socket.write(lines('GET / HTTP/1.1', 'Host: a'));
    const reading = setInterval(() => void socket.read(bytesPerTurn), 10);
    await eventually(() => isCutOff);
    clearInterval(reading);
    expect((await readToEnd(socket)).length).toBeLessThan(LARGE.length);
  });

  it('is not one that the service is still working on', async () => {
    let isCutOff = false;
    const work = new EventEmitter();
    const handle = async ({ url }: IncomingMessage, response: ServerResponse) => {
      if (url === '/unread') response.once('close', () => (isCutOff = true)).end(LARGE);
      else work.once('done', () => response.end());
    };
    const port = await portOf(handle, { responseTimeout: STRICT_MS });
    const [working, unread] = [await open(port), await open(port)];
    working.write(lines('GET / HTTP/1.1', 'Host: a', 'Connection: close'));
    await eventually(() => work.listenerCount('done') === 1);
    unread.write(lines('GET /unread HTTP/1.1', 'Host: a'));
    await eventually(() => isCutOff); // the other request came first, so its time would be over too
    work.emit('done');
    expect(statusesIn(await readToEnd(working))).toEqual([200]);
  });
});

describe('A connection without an open response', () => {
  it.each([
    ['an empty line', '\r\n'],
    ['the start of a request', 'GET /livez HT'],
  ])('gives way to a new connection, even if it has sent: %s', async (_, bytes) => {
    const answered: Socket[] = [];
    const handle = async ({ socket }: IncomingMessage, response: ServerResponse) => {
      response.once('close', () => answered.push(socket)).end();
    };
    const port = await portOf(handle, { maxConnections: 1 });
    const socket = await open(port);
    socket.write(GET);
    await eventually(() => answered.length === 1);
    socket.write(bytes);
    await eventually(() => answered[0]?.bytesRead === GET.length + bytes.length);
    const next = await open(port);
    next.write(GET);
    await eventually(() => answered.length === 2);
    expect(statusesIn(await readToEnd(socket))).toEqual([200]);
  });
});

describe('A connection beyond the limit', () => {
  it('replaces the one that has been idle for the longest time', async () => {
    await start({ maxConnections: 3 });
    const [used, oldest, arriving] = [await open(), await open(), await open()];
    arriving.write(GET.slice(0, 20));
    used.write(GET);
    await eventually(() => server.records.length === 1);
    const next = await open();
    expect(await readToEnd(oldest)).toBe('');
    for (const [socket, rest] of [
      [used, GET],
      [next, GET],
      [arriving, GET.slice(20)],
    ] as const)
      socket.write(rest);
    await eventually(() => server.records.length === 4);
    expect(server.records.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('replaces the one whose request has been incomplete for the longest time, if none is idle', async () => {
    await start({ maxConnections: 3 });
    const { begun, release } = holdLists(server);
    const [busy, oldest, newer] = [await open(), await open(), await open()];
    busy.write(lines('GET /v1/pets HTTP/1.1', 'Host: a', key()));
    await eventually(() => begun() === 1);
    const addition = lines('POST /v1/pets HTTP/1.1', 'Host: a', key(), 'Content-Type: application/json');
    const part = addition.replace(/\r\n$/, `Content-Length: ${PET.length}\r\n\r\n`);
    oldest.write(part);
    await sleep(50); // The second request begins later.
    newer.write(part);
    await sleep(50);
    const next = await open();
    expect(await readToEnd(oldest)).toBe('');
    next.write(GET);
    newer.write(PET);
    release();
    await eventually(() => server.records.length === 4);
    expect(server.records.map(({ status }) => status).sort()).toEqual([200, 200, 201, undefined]);
  });

  it('is closed at once if every connection waits for its response', async () => {
    await start({ maxConnections: 1 });
    const { begun, release } = holdLists(server);
    const busy = await open();
    busy.write(lines('GET /v1/pets HTTP/1.1', 'Host: a', key()));
    await eventually(() => begun() === 1);
    expect(await readToEnd(await open())).toBe('');
    release();
    await eventually(() => server.records.length === 1);
    const next = await open();
    next.write(GET);
    await eventually(() => server.records.length === 2);
  });
});

describe('A response before the body has arrived', () => {
  it('is the only response, and closes the connection', async () => {
    await start({ requestTimeout: STRICT_MS });
    const heads = [
      ['Content-Type: application/json', 'Content-Length: 100'],
      ['Content-Type: application/json', 'Content-Length: 200000', key()],
      ['Content-Type: text/plain', 'Content-Length: 100', key()],
      ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
    ];
    const sockets = await Promise.all(
      heads.map(async (head) => {
        const socket = await open();
        socket.write(lines('POST /v1/pets HTTP/1.1', 'Host: a', ...head));
        return socket;
      }),
    );
    await eventually(() => server.records.length === heads.length);
    for (const socket of sockets) socket.write('zz\r\n{"name"');
    const texts = await Promise.all(sockets.map(readToEnd));
    expect(texts.map(statusesIn)).toEqual([[401], [413], [415], [401]]);
    for (const text of texts) expect(text.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(server.records).toHaveLength(heads.length);
  });

  it('leaves the connection open if the body has arrived', async () => {
    await start();
    const { answers, closed } = await server.raw(
      lines('POST /v1/pets HTTP/1.1', 'Host: a', `Content-Length: ${PET.length}`) + PET,
      1,
    );
    expect([answers.map(({ status }) => status), closed]).toEqual([[401], false]);
  });

  it.each([
    ['POST', 401, () => ''],
    ['GET', 200, () => `Bearer ${server.key}`],
  ])('reaches a client that first sends all of a large body: %s, %d', async (method, status, authorization) => {
    await start();
    const headers = { authorization: authorization(), 'content-length': 1_000_000 };
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => statusOf({ method, path: '/v1/pets', headers }, Buffer.alloc(1_000_000))),
    );
    expect(statuses).toEqual(Array(10).fill(status));
  });
});

describe('Connection: Upgrade', () => {
  const UPGRADE = ['Connection: Upgrade', 'Upgrade: h2c'];

  it.each([
    ['GET', 200, ''],
    ['POST', 201, PET],
  ])('is ignored, except that the connection is closed after the response: %s', async (method, status, body) => {
    await start();
    const head = [`${method} /v1/pets HTTP/1.1`, 'Host: a', key(), 'Content-Type: application/json', ...UPGRADE];
    const before = lines('GET /livez HTTP/1.1', 'Host: a');
    const { answers, closed } = await server.raw(before + lines(...head, `Content-Length: ${body.length}`) + body);
    expect([answers.map(outcome), closed]).toEqual([['200', String(status)], true]);
  });
});

it('CONNECT is refused after the responses before it', async () => {
  await start();
  const { answers, closed } = await server.raw(
    lines('GET /v1/pets HTTP/1.1', 'Host: a', key()) + lines('CONNECT a:80 HTTP/1.1', 'X-Request-Id: mine'),
  );
  expect(answers.map(outcome)).toEqual(['200', '405 method_not_allowed: This service is not a proxy.']);
  expect([answers[1]?.headers.allow, closed]).toEqual(['GET, HEAD, OPTIONS, POST', true]);
  expect(server.records).toContainEqual(expect.objectContaining({ requestId: 'mine', method: 'CONNECT', status: 405 }));
});

describe('Transfer-Encoding', () => {
  it.each([
    ['gzip, chunked', '1.1'],
    ['chunked, chunked', '1.1'],
    ['identity, chunked', '1.1'],
    ['chunked', '1.0'],
  ])('%s in HTTP/%s is 400, and the connection is closed', async (coding, version) => {
    await start();
    const head = [`POST /v1/pets HTTP/${version}`, 'Host: a', key(), 'Content-Type: application/json'];
    const body = `${PET.length.toString(16)}\r\n${PET}\r\n0\r\n\r\n`;
    const { answers, closed } = await server.raw(lines(...head, `Transfer-Encoding: ${coding}`) + body);
    expect([answers.map(({ status }) => status), closed]).toEqual([[400], true]);
    expect((await server.services.pets.listPets({})).pets).toEqual([]);
  });
});

describe('Expect: 100-continue', () => {
  it.each([
    ['no key', [401], ['Content-Type: application/json', 'Content-Length: 29'], false],
    ['another media type', [415], ['Content-Type: text/plain', 'Content-Length: 29'], true],
    ['a length that is too large', [413], ['Content-Type: application/json', 'Content-Length: 200000'], true],
  ])('gets no 100 in a request with %s', async (_, statuses, headers, withKey) => {
    await start();
    const socket = await open();
    const own = withKey ? [key()] : [];
    socket.write(lines('POST /v1/pets HTTP/1.1', 'Host: a', 'Expect: 100-continue', ...headers, ...own));
    expect(statusesIn(await readToEnd(socket))).toEqual(statuses);
  });

  it('gets a 100 if the body is needed', async () => {
    await start();
    const socket = await open();
    const head = ['Content-Type: application/json', `Content-Length: ${PET.length}`, 'Connection: close', key()];
    socket.write(lines('POST /v1/pets HTTP/1.1', 'Host: a', 'Expect: 100-continue', ...head));
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer]; // Node's types have any
    expect(statusesIn(String(answer))).toEqual([100]);
    socket.write(PET);
    expect(statusesIn(await readToEnd(socket))).toEqual([201]);
  });
});
