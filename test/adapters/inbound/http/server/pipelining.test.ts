import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { listen } from '../../../../../src/adapters/inbound/http/server/server.js';
import { eventually } from '../../../../support/eventually.js';
import { lines, open, readToEnd, statusesIn } from '../../../../support/raw-sockets.js';
import { holdLists, startTestServer } from '../../../../support/server.js';

const server = await startTestServer();
afterEach(() => void jest.restoreAllMocks());

const PET = '{"name":"Rex","categoryId":1}';
const AUTHORIZATION = `Authorization: Bearer ${server.key}`;
const list = (limit: number) => lines(`GET /v1/pets?limit=${limit} HTTP/1.1`, 'Host: a', AUTHORIZATION);
const lists = (count: number) => Array.from({ length: count }, (_, at) => list(at + 1)).join('');
const addition = lines(
  'POST /v1/pets HTTP/1.1',
  'Host: a',
  AUTHORIZATION,
  'Content-Type: application/json',
  `Content-Length: ${PET.length}`,
).concat(PET);
const animals = async () => (await server.get('/v1/pets?limit=100')).text.split('"id"').length - 1;

describe('Requests that a client sends at once', () => {
  it('are answered in their order, each after the one before it', async () => {
    const { begun, release } = holdLists(server);
    const socket = await open(server.port);
    socket.write(lists(4));
    await eventually(() => begun() === 1);
    expect((await server.get('/livez')).status).toBe(200); // gives the others time to begin
    expect(begun()).toBe(1);
    release();
    socket.end();
    expect(statusesIn(await readToEnd(socket))).toEqual([200, 200, 200, 200]);
  });

  it.each([5, 60])('are answered up to the fourth of %d, and the connection is closed', async (count) => {
    const before = await animals();
    const { begun, release } = holdLists(server);
    const socket = await open(server.port);
    socket.write(list(1) + addition.repeat(count - 1));
    await eventually(() => begun() === 1);
    release();
    const text = await readToEnd(socket);
    expect(statusesIn(text)).toEqual([200, 201, 201, 201]);
    expect(text.match(/\r\nConnection: close\r\n/g)).toHaveLength(1);
    jest.restoreAllMocks();
    expect(await animals()).toBe(before + 3);
  });

  it('are answered up to the fourth if that has its response already', async () => {
    const work = new EventEmitter();
    const handle = async ({ url }: IncomingMessage, response: ServerResponse) => {
      if (url === '/slow') work.once('done', () => response.end());
      else response.end(url);
    };
    const own = await listen(handle, { host: '127.0.0.1', port: 0 });
    const socket = await open(Number(new URL(own.url).port));
    const get = (path: string) => lines(`GET ${path} HTTP/1.1`, 'Host: a');
    // A body in chunks does not wait for the responses before it.
    const chunked = `${lines('POST /last HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked')}0\r\n\r\n`;
    socket.write(get('/slow') + get('/2') + get('/3') + chunked);
    await eventually(() => work.listenerCount('done') === 1);
    socket.write(get('/5'));
    expect((await fetch(own.url)).status).toBe(200); // has arrived after it
    work.emit('done');
    const text = await readToEnd(socket);
    expect([statusesIn(text), text.slice(-5)]).toEqual([[200, 200, 200, 200], '/last']);
    await own.stop(0);
  });

  it('are ignored behind one whose response closes the connection', async () => {
    const before = await animals();
    const socket = await open(server.port);
    const tooLarge = addition.replace(`Length: ${PET.length}`, 'Length: 200000').replace(PET, 'x'.repeat(200_000));
    socket.write(tooLarge + addition);
    expect(statusesIn(await readToEnd(socket))).toEqual([413]);
    expect((await server.get('/livez')).status).toBe(200);
    expect(await animals()).toBe(before);
  });

  it('close their connection at once if they are more than a hundred', async () => {
    const { begun, release } = holdLists(server);
    const socket = await open(server.port);
    socket.write(list(1));
    await eventually(() => begun() === 1);
    socket.write(lines('GET /livez HTTP/1.1', 'Host: a').repeat(200));
    expect(await readToEnd(socket)).toBe('');
    release();
    expect((await server.get('/v1/pets')).status).toBe(200);
  });
});
