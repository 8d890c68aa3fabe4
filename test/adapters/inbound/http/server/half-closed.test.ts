import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../../support/eventually.js';
import { lines, open, readToEnd, statusesIn } from '../../../../support/raw-sockets.js';
import { holdLists, startTestServer } from '../../../../support/server.js';

const server = await startTestServer();
afterEach(() => void jest.restoreAllMocks());

const AUTHORIZATION = `Authorization: Bearer ${server.key}`;

describe('A client that closes its sending side after its request', () => {
  it('gets 400 if its body is incomplete, and the connection is closed', async () => {
    const socket = await open(server.port);
    const before = server.records.length;
    const type = 'Content-Type: application/json';
    socket.end(`${lines('POST /v1/pets HTTP/1.1', 'Host: a', AUTHORIZATION, type, 'Content-Length: 100')}{`);
    expect(statusesIn(await readToEnd(socket))).toEqual([400]);
    await eventually(() => server.records.length > before);
    expect([server.records.at(-1), server.errors]).toMatchObject([{ method: 'POST', status: 400 }, []]);
  });

  it('gets its response also if the server stops', async () => {
    const server = await startTestServer();
    const { begun, release } = holdLists(server);
    const socket = await open(server.port);
    socket.end(lines('GET /v1/pets HTTP/1.1', 'Host: a', `Authorization: Bearer ${server.key}`));
    await eventually(() => begun() === 1);
    const ended = server.close(600_000);
    release();
    expect(statusesIn(await readToEnd(socket))).toEqual([200]);
    await ended;
  });
});
