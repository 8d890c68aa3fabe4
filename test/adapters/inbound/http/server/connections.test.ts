import { once } from 'node:events';
import { Agent, request as httpRequest, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../../support/eventually.js';
import { outcome } from '../../../../support/http-client.js';
import { holdLists, startTestServer, type TestServer, type TestServerOptions } from '../../../../support/server.js';

let server: TestServer;
const sockets: Socket[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.destroy();
});

const PET = '{"name":"Rex","categoryId":1}';
/** A time limit that a test waits for, and within which a request arrives on a slow machine, in milliseconds. */
const STRICT_MS = 1500;
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const key = () => `Authorization: Bearer ${server.key}`;
const start = async (options: TestServerOptions = {}) => (server = await startTestServer(options));

/** A connection that reads nothing before `resume`. */
async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').pause();
  sockets.push(socket);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}

/** Everything that the server sends until it closes the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve).resume());
  return text;
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

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** More than the operating system keeps for a client that does not read. */
const DOWNLOADS = lines('GET /account/pico.css HTTP/1.1', 'Host: a').repeat(300);

describe('A response that its client does not take in time', () => {
  it.each([
    ['unread', 0],
    ['read slowly', 500],
  ])('is cut off, and its connection is closed: %s', async (_, bytesPerTurn) => {
    await start({ responseTimeout: 500 });
    const socket = await open();
    socket.write(DOWNLOADS);
    const reading = setInterval(() => void socket.read(bytesPerTurn), 10);
    await eventually(() => server.records.some(({ aborted }) => aborted));
    clearInterval(reading);
    expect(statusesIn(await readToEnd(socket)).length).toBeLessThan(300);
  });

  it('is not one that the service still works on', async () => {
    await start({ responseTimeout: 100 });
    const { release } = holdLists(server);
    setTimeout(release, 500);
    expect((await server.get('/v1/pets')).status).toBe(200);
  });
});

describe('Requests in one packet', () => {
  it('are worked on 32 at a time, and all answered', async () => {
    await start();
    const { begun, release } = holdLists(server);
    const limits = Array.from({ length: 100 }, (_, at) => at + 1);
    const packet = limits.map((limit) => lines(`GET /v1/pets?limit=${limit} HTTP/1.1`, 'Host: a', key())).join('');
    const all = server.raw(packet, 100);
    await eventually(() => begun() === 32);
    expect((await server.get('/livez')).status).toBe(200); // what was read with the 32 had its turn
    expect(begun()).toBe(32);
    release();
    expect([(await all).answers.length, begun()]).toEqual([100, 100]);
  });

  it('that no client can mean close their connection, when 10,000 of all connections wait', async () => {
    await start();
    const { release } = holdLists(server);
    const flood = lines('GET /v1/pets HTTP/1.1', 'Host: a', key()) + lines('GET / HTTP/1.1').repeat(2500);
    const all = await Promise.all(Array.from({ length: 6 }, open));
    const closed = all.map(async (socket) => {
      socket.write(lines('GET /v1/pets HTTP/1.1', 'Host: a', key()) + flood);
      return readToEnd(socket);
    });
    expect(await Promise.race(closed)).toBe('');
    expect((await server.get('/livez')).status).toBe(200);
    release();
  });
});

describe('A connection beyond the limit', () => {
  const GET = lines('GET /livez HTTP/1.1', 'Host: a');

  it('takes the place of the one that has been idle for longest', async () => {
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

  it('is closed at once if no connection is idle', async () => {
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
    await delay(1.5 * STRICT_MS); // the time in which the body would have been given up
    const texts = await Promise.all(sockets.map(readToEnd));
    expect(texts.map(statusesIn)).toEqual([[401], [413], [415], [401]]);
    for (const text of texts) expect(text.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(server.records).toHaveLength(heads.length);
  });

  it('leaves the connection open when the body is there', async () => {
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
  ])('reaches a client that sends all of a large body first: %s, %d', async (method, status, authorization) => {
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
  ])('is ignored, and closes the connection after the response: %s', async (method, status, body) => {
    await start();
    const head = [`${method} /v1/pets HTTP/1.1`, 'Host: a', key(), 'Content-Type: application/json', ...UPGRADE];
    const before = lines('GET /livez HTTP/1.1', 'Host: a');
    const { answers, closed } = await server.raw(before + lines(...head, `Content-Length: ${body.length}`) + body);
    expect([answers.map(outcome), closed]).toEqual([['200', String(status)], true]);
  });
});

describe('CONNECT', () => {
  it('is refused after the responses before it', async () => {
    await start();
    const { answers, closed } = await server.raw(
      lines('GET /v1/pets HTTP/1.1', 'Host: a', key()) + lines('CONNECT a:80 HTTP/1.1', 'X-Request-Id: mine'),
    );
    expect(answers.map(outcome)).toEqual(['200', '405 method_not_allowed: This service is not a proxy.']);
    expect([answers[1]?.headers.allow, closed]).toEqual(['GET, HEAD, OPTIONS, POST', true]);
    expect(server.records[1]).toMatchObject({ requestId: 'mine', method: 'CONNECT', status: 405 });
  });
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
    expect((await server.services.listPets.execute({})).pets).toEqual([]);
  });
});

describe('Expect: 100-continue', () => {
  it.each([
    ['no key', [401], ['Content-Type: application/json', 'Content-Length: 29'], false],
    ['another type', [415], ['Content-Type: text/plain', 'Content-Length: 29'], true],
    ['a length that is too large', [413], ['Content-Type: application/json', 'Content-Length: 200000'], true],
  ])('gets no 100 with %s', async (_, statuses, headers, withKey) => {
    await start();
    const socket = await open();
    const own = withKey ? [key()] : [];
    socket.write(lines('POST /v1/pets HTTP/1.1', 'Host: a', 'Expect: 100-continue', ...headers, ...own));
    expect(statusesIn(await readToEnd(socket))).toEqual(statuses);
  });

  it('gets a 100 when the body is wanted', async () => {
    await start();
    const sent = httpRequest({
      port: server.port,
      method: 'POST',
      path: '/v1/pets',
      headers: {
        authorization: `Bearer ${server.key}`,
        'content-type': 'application/json',
        'content-length': PET.length,
        expect: '100-continue',
      },
    });
    sent.flushHeaders();
    await once(sent, 'continue');
    sent.end(PET);
    const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }]; // Node's types have any
    expect(statusCode).toBe(201);
  });
});

describe('Stopping', () => {
  it('answers clients that are about to send their next request, and has them close', async () => {
    await start({ idleGrace: 60_000 });
    const agent = new Agent({ keepAlive: true });
    const all = () => Promise.all(Array.from({ length: 16 }, () => statusOf({ path: '/livez', agent })));
    expect(await all()).toEqual(Array(16).fill(200));
    const ended = server.close(120_000);
    expect(await all()).toEqual(Array(16).fill(200));
    await ended; // in less time than both limits, since every client has closed its connection
    expect(server.records.filter(({ aborted }) => aborted)).toEqual([]);
  });
});
