import { once } from 'node:events';
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
import { startTestServer, type TestServer, type TestServerOptions } from '../../../../support/server.js';

let server: TestServer;
const listening: Awaited<ReturnType<typeof listen>>[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const each of listening.splice(0)) await each.stop(0);
});

const PET = '{"name":"Rex","categoryId":1}';
/** A time limit that a test waits for, and within which a request arrives on a slow machine, in milliseconds. */
const STRICT_MS = 1500;
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

describe('A connection whose client reads nothing', () => {
  it('is reset after a time, so that the system keeps nothing for it', async () => {
    let isCutOff = false;
    const handle = async (_: IncomingMessage, response: ServerResponse) => {
      response.once('close', () => (isCutOff = !response.writableFinished)).end(LARGE);
    };
    const socket = await open(await portOf(handle, { requestDeadline: 100, responseTimeout: 400 }));
    const ended = new Promise((resolve) => socket.once('error', resolve).once('close', resolve));
    socket.write(lines('GET / HTTP/1.1', 'Host: a'));
    await eventually(() => isCutOff);
    socket.resume();
    expect(await ended).toMatchObject({ code: 'ECONNRESET' });
  });

  it('stays while the service works on its request', async () => {
    const handle = async (_: IncomingMessage, response: ServerResponse) => {
      await sleep(1000); // longer than one of the times, and shorter than their sum
      response.end();
    };
    const port = await portOf(handle, { requestDeadline: 60_000, responseTimeout: 100 });
    const socket = await open(port);
    socket.write(lines('GET / HTTP/1.1', 'Host: a', 'Connection: close'));
    expect(statusesIn(await readToEnd(socket))).toEqual([200]);
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
  expect(answers.map(outcome)).toEqual(['200', expect.stringMatching(/^405 method_not_allowed/)]);
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
