import { describe, expect, it } from '@jest/globals';
import { type Answer } from '../../../support/http-client.js';
import { OPERATIONS } from '../../../support/openapi-oracle.js';
import { startTestServer } from '../../../support/server.js';

// The headers that every response carries are checked by the client itself, on each response of every test.

const server = await startTestServer();
const { get, post, send, raw } = server;
for (let each = 0; each < 3; each++) await post('{"name":"Zoë","categoryId":1}');

/** All headers but those that differ from one request to the next. */
function steadyHeaders({ headers }: Answer) {
  const { date, 'x-request-id': requestId, ...steady } = headers;
  expect([date, requestId]).not.toContain(undefined);
  return steady;
}

describe('HEAD', () => {
  it.each([
    ...OPERATIONS.filter(({ method }) => method === 'GET').map(({ target }) => target),
    '/v1/pets?limit=0',
    '/livez',
    '/nowhere',
  ])('%s gets the same answer as GET, without a body', async (target) => {
    const [got, head] = [await get(target), await send('HEAD', target)];
    expect(got.text).not.toBe('');
    expect({ status: head.status, text: head.text }).toEqual({ status: got.status, text: '' });
    expect(steadyHeaders(head)).toEqual(steadyHeaders(got));
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(got.text)));
  });
});

it('OPTIONS * describes the whole server', async () => {
  const { answers } = await raw('OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 1);
  expect(answers).toMatchObject([{ status: 204, headers: { allow: 'GET, HEAD, OPTIONS, POST' } }]);
});

describe('X-Request-Id', () => {
  const idFor = async (id: string | string[], target = '/v1/pets') =>
    (await get(target, { 'x-request-id': id })).headers['x-request-id'];

  it.each(['a', 'A.b_c-9', 'x'.repeat(128)])('%s is kept', async (id) => {
    expect(await idFor(id)).toBe(id);
    expect(await idFor(id, '/v1/dogs')).toBe(id);
    expect(await idFor(id, '/livez')).toBe(id);
  });

  it.each([
    ['empty', ''],
    ['129 characters long', 'x'.repeat(129)],
    ['of another character', 'a/b'],
    ['not ASCII', 'ä'],
    ['repeated', ['a', 'a']],
  ])('that is %s is replaced by a new one', async (_, id) => {
    const [one, other] = [await idFor(id), await idFor(id)];
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(other).not.toBe(one);
  });
});
