import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RequestRecord } from '../../../../../src/adapters/inbound/http/state.js';
import { eventually } from '../../../../support/eventually.js';
import { lines, open } from '../../../../support/raw-sockets.js';
import { holdLists, startTestServer } from '../../../../support/server.js';

const server = await startTestServer();
const { get, post, send } = server;
beforeEach(() => void server.records.splice(0));
afterEach(() => void jest.restoreAllMocks());

/** The only record. The observer is called after the client has its answer. */
async function record(): Promise<RequestRecord> {
  await eventually(() => server.records.length > 0);
  const [only, ...others] = server.records;
  if (only === undefined) throw new Error('there must be a record');
  expect(others).toEqual([]);
  return only;
}

describe('The observer receives', () => {
  it('the request, its caller and its outcome', async () => {
    await get('/v1/pets?limit=1', { 'x-request-id': 'observed' });
    expect(await record()).toEqual({
      requestId: 'observed',
      method: 'GET',
      route: '/v1/pets',
      status: 200,
      duration: expect.any(Number),
      aborted: false,
      accountId: 1n,
      keyPrefix: server.key.slice(0, 11),
      error: undefined,
    });
  });

  it.each([
    ['POST', '/v1/pets', {}, '/v1/pets', 415],
    ['GET', '/v1/pets/unspeakable', {}, '/v1/pets/:petId', 404],
    ['GET', '/v1/unspeakable', {}, undefined, 404],
    ['GET', '/v1/pets/7', { authorization: 'Bearer unspeakable' }, '/v1/pets/:petId', 401],
    ['GET', `/v1/pets?status=${'unspeakable'.repeat(200)}`, {}, undefined, 414],
    ['GET', '/account', { host: 'unspeakable host' }, undefined, 400],
  ])(
    'the pattern of the path, which a request with a wrong head does not reach: %s %s %j',
    async (method, target, headers, route, status) => {
      await send(method, target, headers);
      const told = await record();
      expect(told).toMatchObject({ method, route, status });
      expect(inspect({ ...told, path: undefined, error: undefined })).not.toContain('unspeakable');
    },
  );

  it.each([
    ['/health/x?secret', '/health/x'],
    ['http://user:secret@127.0.0.1/health', '/health'],
    ['http://user:secret@127.0.0.1/health#', undefined],
    ['/a"\\b%0a', '/a"\\b%0a'],
    ['/\u009b31m\u00e9', undefined],
    [`/${'a'.repeat(300)}`, `/${'a'.repeat(199)}`],
    [`/${'a'.repeat(185)}/${server.key}`, `/${'a'.repeat(185)}/${server.key.slice(0, 11)}`],
  ])('the path if no route has it, bounded, in printable ASCII, and without secrets: %s', async (target, path) => {
    const head = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${server.key}\r\n\r\n`;
    await server.raw(Buffer.from(head, 'latin1'), 1);
    expect((await record()).path).toBe(path);
  });

  const TRACE = '0af7651916cd43dd8448eb211c80319c';

  it.each([
    [`00-${TRACE}-b7ad6b7169203331-01`, TRACE],
    [`cc-${TRACE}-b7ad6b7169203331-01-what-the-future-brings`, TRACE],
    [`00-${TRACE}-b7ad6b7169203331-01-more`, undefined],
    [`ff-${TRACE}-b7ad6b7169203331-01`, undefined],
    [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, undefined],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
    [`00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`, undefined],
  ])('the trace id of a valid traceparent: %s', async (traceparent, traceId) => {
    await get('/livez', { traceparent });
    expect((await record()).traceId).toBe(traceId);
  });

  it.each(['/v1/pets', '/livez'])('the address, and no caller, if there is no valid key: %s', async (path) => {
    await get(path, { authorization: 'Bearer wrong' });
    expect(await record()).toMatchObject({ address: '127.0.0.1', accountId: undefined, keyPrefix: undefined });
  });

  it.each([
    ['a success', '{"name":"unspeakable","categoryId":1}', 201],
    ['malformed JSON', '{"name":"unspeakable",', 400],
  ])('no key and no body, such as of %s', async (_, body, status) => {
    await post(body, { 'idempotency-key': 'unspeakable' });
    const told = await record();
    expect(told.status).toBe(status);
    const whole = inspect(told, { depth: Infinity, showHidden: true });
    expect(whole).not.toContain('unspeakable');
    expect(whole).not.toContain(server.key.slice(11));
  });

  it('that the connection was lost before the response', async () => {
    const { begun, release } = holdLists(server);
    const socket = await open(server.port);
    socket.write(lines('GET /v1/pets HTTP/1.1', 'Host: a', `Authorization: Bearer ${server.key}`));
    await eventually(() => begun() > 0);
    socket.resetAndDestroy();
    expect(await record()).toMatchObject({ route: '/v1/pets', status: undefined, aborted: true, accountId: 1n });
    release();
  });
});
