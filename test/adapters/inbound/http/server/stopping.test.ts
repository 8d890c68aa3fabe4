import { Agent, request } from 'node:http';
import { afterEach, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../../support/eventually.js';
import { lines, open, readToEnd, statusesIn } from '../../../../support/raw-sockets.js';
import { holdLists, startTestServer } from '../../../../support/server.js';

afterEach(() => void jest.restoreAllMocks());

/** A limit that no test reaches, in milliseconds. */
const NEVER = 3_600_000;
const GET = lines('GET /livez HTTP/1.1', 'Host: a');

/** Calls /livez again and again until the server refuses connections. Returns the outcomes. */
async function callUntilRefused(port: number, agent: Agent): Promise<Set<unknown>> {
  const outcomes = new Set<unknown>();
  while (!outcomes.has('ECONNREFUSED')) {
    outcomes.add(
      await new Promise((resolve) => {
        const sent = request({ port, host: '127.0.0.1', path: '/livez', agent });
        sent.on('response', (response) =>
          response
            .on('error', resolve)
            .resume()
            .on('end', () => resolve(response.statusCode)),
        );
        sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)).end();
      }),
    );
  }
  return outcomes;
}

it.each([
  ['keep their connections', true],
  ['open a connection for each request', false],
])('Stopping resets no connection of clients that %s', async (_, keepAlive) => {
  const server = await startTestServer();
  const agent = new Agent({ keepAlive });
  const clients = Array.from({ length: 16 }, () => callUntilRefused(server.port, agent));
  await eventually(() => server.records.length > 100);
  await server.close(NEVER);
  for (const outcomes of await Promise.all(clients)) expect([...outcomes]).toEqual([200, 'ECONNREFUSED']);
  expect(server.records.filter(({ aborted }) => aborted)).toEqual([]);
});

it('Stopping answers clients that are about to send their next request, and makes them close their connections', async () => {
  const server = await startTestServer({ idleGrace: 60_000 });
  const sockets = await Promise.all(Array.from({ length: 16 }, () => open(server.port)));
  for (const socket of sockets) socket.write(GET);
  await eventually(() => server.records.length === 16);
  const ended = server.close(120_000);
  for (const socket of sockets) socket.write(GET);
  for (const text of await Promise.all(sockets.map(readToEnd))) {
    expect(statusesIn(text)).toEqual([200, 200]);
    expect(text.match(/\r\nConnection: close\r\n/g)).toHaveLength(1);
  }
  await ended; // in less time than both limits, since every connection has got its response
});

it('Stopping waits for a request that is still arriving, and closes a silent connection', async () => {
  const server = await startTestServer({ idleGrace: 1000 });
  const [arriving, silent] = [await open(server.port), await open(server.port)];
  arriving.write('GET /livez?');
  const trickle = setInterval(() => arriving.write('x'), 20);
  const ended = server.close(NEVER);
  expect(await readToEnd(silent)).toBe('');
  clearInterval(trickle);
  arriving.write(GET.replace('GET /livez', ''));
  expect(statusesIn(await readToEnd(arriving))).toEqual([200]);
  await ended;
});

it('Stopping answers every request that a client has sent at once', async () => {
  const server = await startTestServer();
  const { begun, release } = holdLists(server);
  const socket = await open(server.port);
  socket.write(lines('GET /v1/pets HTTP/1.1', 'Host: a', `Authorization: Bearer ${server.key}`).repeat(3));
  await eventually(() => begun() === 1);
  const ended = server.close(600_000);
  release();
  const text = await readToEnd(socket);
  expect(statusesIn(text)).toEqual([200, 200, 200]);
  expect(text.match(/\r\nConnection: close\r\n/g)).toHaveLength(1);
  await ended;
});
