import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { listen, type ServerOptions } from '../../../../../src/adapters/inbound/http/server/server.js';
import type { Handler } from '../../../../../src/adapters/inbound/http/state.js';
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
const open = (port = server.port): Promise<Socket> => openAt(port);
const key = () => `Authorization: Bearer ${server.key}`;
const start = async (options: TestServerOptions = {}) => (server = await startTestServer(options));

/** Listens with this handler alone until the end of the test. Returns the port. */
async function portOf(handler: Handler, options: Partial<ServerOptions> = {}): Promise<number> {
  const own = await listen(handler, { host: '127.0.0.1', port: 0, ...options });
  listening.push(own);
  return Number(new URL(own.url).port);
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
      await sleep(1000); // longer than the one time, and shorter than both
      response.end();
    };
    const socket = await open(await portOf(handle, { requestDeadline: 60_000, responseTimeout: 100 }));
    socket.write(lines('GET / HTTP/1.1', 'Host: a', 'Connection: close'));
    expect(statusesIn(await readToEnd(socket))).toEqual([200]);
  });
});

describe('Requests that a client sends at once', () => {
  const list = () => lines('GET /v1/pets HTTP/1.1', 'Host: a', key());

  it('are answered in their order, each after the one before it', async () => {
    await start();
    const { begun, release } = holdLists(server);
    const socket = await open();
    socket.write(list().repeat(4));
    await eventually(() => begun() === 1);
    expect((await server.get('/livez')).status).toBe(200); // gives the others time to begin
    expect(begun()).toBe(1);
    release();
    await eventually(() => begun() === 4);
    socket.end();
    expect(statusesIn(await readToEnd(socket))).toEqual([200, 200, 200, 200]);
  });

  it.each([
    ['an addition and what is not HTTP', [PET], 'x y\r\n\r\n', [201, 400]],
    ['a body that is too large and an addition', ['"'.repeat(10_000), '"'.repeat(10_000)], PET, [413]],
  ])('are answered as they are if one packet brings %s', async (_, chunks, rest, statuses) => {
    await start();
    const head = ['POST /v1/pets HTTP/1.1', 'Host: a', key(), 'Content-Type: application/json'];
    const body = [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
    const next = rest === PET ? lines(...head, `Content-Length: ${PET.length}`) + PET : rest;
    const socket = await open();
    socket.write(lines(...head, 'Transfer-Encoding: chunked') + body + next);
    expect(statusesIn(await readToEnd(socket))).toEqual(statuses);
    expect((await server.get('/v1/pets')).json).toHaveLength(statuses.includes(201) ? 1 : 0);
  });

  it('are bounded: with more than ten without a response the connection is closed', async () => {
    await start();
    const { begun, release } = holdLists(server);
    const socket = await open();
    socket.write(list().repeat(10));
    await eventually(() => begun() === 1);
    socket.write(lines('GET /livez HTTP/1.1', 'Host: a').repeat(1000));
    expect(await readToEnd(socket)).toBe('');
    release();
    expect((await server.get('/v1/pets')).status).toBe(200);
    expect(begun()).toBe(2);
  });
});

it('A connection beyond MAX_CONNECTIONS is closed, and the others are served', async () => {
  await start({ maxConnections: 2 });
  const [first, second] = [await open(), await open()];
  expect(await readToEnd(await open())).toBe('');
  for (const socket of [first, second]) {
    socket.write(lines('GET /livez HTTP/1.1', 'Host: a', 'Connection: close'));
    expect(statusesIn(await readToEnd(socket))).toEqual([200]);
  }
});

it('Connection: Upgrade is ignored', async () => {
  await start();
  const head = ['POST /v1/pets HTTP/1.1', 'Host: a', key(), 'Content-Type: application/json'];
  const upgrade = ['Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${PET.length}`];
  const { answers, closed } = await server.raw(lines(...head, ...upgrade) + PET, 1);
  expect([answers.map(outcome), closed]).toEqual([['201'], false]);
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

it('A client that expects 100 (Continue) gets it before it sends its body', async () => {
  await start();
  const socket = await open();
  const head = ['Content-Type: application/json', `Content-Length: ${PET.length}`, 'Connection: close', key()];
  socket.write(lines('POST /v1/pets HTTP/1.1', 'Host: a', 'Expect: 100-continue', ...head));
  const [answer] = (await once(socket.resume(), 'data')) as [Buffer]; // Node's types have any
  expect(statusesIn(String(answer))).toEqual([100]);
  socket.write(PET);
  expect(statusesIn(await readToEnd(socket))).toEqual([201]);
});
