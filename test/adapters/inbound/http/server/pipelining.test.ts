import { afterEach, describe, expect, it, jest } from '@jest/globals';
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

  it('are answered in their order, also if the body of the last one is not HTTP', async () => {
    const { begun, release } = holdLists(server);
    const socket = await open(server.port);
    socket.write(list(1) + lines('POST /v1/pets HTTP/1.1', 'Host: a', AUTHORIZATION, 'Transfer-Encoding: chunked'));
    await eventually(() => begun() === 1);
    socket.write('no chunk\r\n');
    await server.get('/livez'); // gives the service time to read it
    release();
    expect(statusesIn(await readToEnd(socket))).toEqual([200, 400]);
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

  it('wait while the rest of a long body stays in the network', async () => {
    const { begun, release } = holdLists(server);
    const socket = await open(server.port);
    socket.write(list(1));
    await eventually(() => begun() === 1);
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    socket.write(lines('POST /v1/pets HTTP/1.1', 'Host: a', AUTHORIZATION, ...headers));
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
    for (let count = 0; count < 1024; count++) socket.write(chunk);
    for (let count = 0; count < 50; count++) await server.get('/livez'); // gives the service time to read more
    expect(socket.writableLength).toBeGreaterThan(1024 * 1024); // The buffers of the system hold less.
    release();
    expect(statusesIn(await readToEnd(socket))).toEqual([200, 413]);
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
