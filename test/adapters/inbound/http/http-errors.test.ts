import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { errorResponse } from '../../../../src/adapters/inbound/http/http-errors.js';
import { DomainError } from '../../../../src/domain/errors.js';
import { outcome } from '../../../support/http-client.js';
import { startTestServer } from '../../../support/server.js';

// test/adapters/inbound/http/api/routes.test.ts has what every operation answers to a mistake.

const server = await startTestServer();
const { get, post, send } = server;
afterEach(() => void jest.restoreAllMocks());
await post('{"name":"Rex","categoryId":1}');

it.each([{ status: 200, message: 'secret' }, undefined])('A bug that throws %j is an internal error', (thrown) => {
  const message: unknown = expect.stringMatching(/^(?!.*secret).*X-Request-Id/);
  expect(JSON.parse(errorResponse(thrown).body)).toEqual({ code: 'internal_error', message, status: 500 });
});

describe('Another method', () => {
  it.each(['/livez', '/openapi.json'])('is refused at %s, and the answer names the allowed ones', async (target) => {
    const answer = await send('POST', target);
    expect(outcome(answer)).toMatch(/^405 method_not_allowed/);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it.each(['DELETE', 'TRACE', 'OPTIONS'])('such as %s on an unknown path is 404', async (method) => {
    for (const path of ['/v1/dogs', '/dogs']) expect(outcome(await send(method, path))).toMatch(/^404 not_found/);
  });
});

it('A query may have 2,048 characters, and a longer one is 414', async () => {
  const query = (length: number) => `/v1/pets?${'x'.repeat(length)}`;
  expect(outcome(await get(query(2048)))).toMatch(/^400 invalid_request/);
  for (const path of [query(2049), query(2049).replace('/v1/pets', '/livez')]) {
    expect(outcome(await get(path))).toMatch(/^414 uri_too_long: .*query .*2048/);
  }
});

describe('Accept', () => {
  it.each([undefined, ', ,', 'application/json;q=0.001', 'text/html, */*;q=0.1', ['text/html', 'application/json']])(
    '"%s" allows JSON',
    async (accept) => {
      expect((await get('/v1/pets', { accept })).status).toBe(200);
    },
  );

  it.each(['/livez', '/readyz'])('is ignored at %s', async (path) => {
    for (const accept of ['text/html', 'nonsense', 'a/b,'.repeat(300)]) {
      expect((await get(path, { accept })).status).toBe(200);
    }
  });

  it('may have 1,024 characters', async () => {
    const accept = (length: number) => 'application/json'.padEnd(length, ',a/b');
    expect((await get('/v1/pets', { accept: accept(1024) })).status).toBe(200);
    expect(outcome(await get('/v1/pets', { accept: accept(1025) }))).toMatch(/^400 invalid_request: Accept .*1024/);
  });

  it('that excludes JSON prevents the addition of an animal', async () => {
    const before = (await get('/v1/pets')).text;
    expect((await post('{"name":"Max","categoryId":1}', { accept: 'text/html' })).status).toBe(406);
    expect((await get('/v1/pets')).text).toBe(before);
  });
});

it('A store that cannot be reached makes authentication 503, not 401', async () => {
  jest.spyOn(server.ports.apiKeys, 'findForRequest').mockRejectedValue(new DomainError('unavailable', 'Away.'));
  for (const path of ['/v1/pets', '/v1/dogs']) expect(outcome(await get(path))).toBe('503 unavailable: Away.');
});
