import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  API_STATUS_OF,
  errorResponse,
  HTTP_CODE_OF,
  HttpError,
  STATUS_OF,
  type HttpErrorCode,
} from '../../../../src/adapters/inbound/http/errors.js';
import { DOMAIN_ERROR_CODES, DomainError, type DomainErrorCode } from '../../../../src/domain/errors.js';
import { clientOf, outcome } from '../../../support/http-client.js';
import { startTestServer } from '../../../support/server.js';

const server = await startTestServer();
const { get, post, send, raw } = clientOf(server);
afterAll(() => server.close());
afterEach(() => void jest.restoreAllMocks());
await post('{"name":"Rex","categoryId":1}');

/** Messages that name parts of HTTP, which the core does not know. */
const WORDED_HERE: Partial<Record<DomainErrorCode, string>> = {
  operation_removed:
    'Fetching one animal was removed on 5 December 2030; list animals with GET /v1/pets and its status filter instead.',
  idempotency_key_reused: 'This Idempotency-Key was used before to add another animal; use a new key for a new animal.',
};

describe('The table of codes', () => {
  it('has the statuses of the wire contract', () => {
    expect(API_STATUS_OF).toEqual({
      invalid_request: 400,
      malformed_json: 400,
      api_key_missing: 401,
      api_key_invalid: 401,
      not_found: 404,
      method_not_allowed: 405,
      not_acceptable: 406,
      request_timeout: 408,
      operation_removed: 410,
      payload_too_large: 413,
      unsupported_media_type: 415,
      idempotency_key_reused: 422,
      rate_limited: 429,
      headers_too_large: 431,
      internal_error: 500,
      unavailable: 503,
    });
  });

  it('has the code of the wire contract for every refusal of the core', () => {
    expect(HTTP_CODE_OF).toEqual({
      invalid: 'invalid_request',
      not_found: 'not_found',
      already_exists: 'internal_error',
      operation_removed: 'operation_removed',
      api_key_invalid: 'api_key_invalid',
      sign_in_failed: 'sign_in_failed',
      too_many_attempts: 'too_many_attempts',
      idempotency_key_reused: 'idempotency_key_reused',
      unavailable: 'unavailable',
    });
    expect(Object.keys(HTTP_CODE_OF).sort()).toEqual([...DOMAIN_ERROR_CODES].sort());
  });

  it('takes for a bug what no operation of this interface can meet', () => {
    const bugs = DOMAIN_ERROR_CODES.filter((code) => HTTP_CODE_OF[code] === 'internal_error');
    expect(bugs).toEqual(['already_exists']);
  });

  it.each(DOMAIN_ERROR_CODES)(
    'says %s with the message of the core or of this interface, unless it is a bug here',
    (code) => {
      const { status, body } = errorResponse(new DomainError(code, 'Because.'));
      const told = {
        code: HTTP_CODE_OF[code],
        message: WORDED_HERE[code] ?? 'Because.',
        status: STATUS_OF[HTTP_CODE_OF[code]],
      };
      expect(status).toBe(told.status);
      expect(JSON.parse(body)).toEqual(
        HTTP_CODE_OF[code] === 'internal_error'
          ? { ...told, message: expect.stringMatching(/^The service failed/) }
          : told,
      );
    },
  );

  it.each(Object.keys(STATUS_OF) as HttpErrorCode[])('says %s in the three members of the specification', (code) => {
    const { status, body, headers } = errorResponse(new HttpError(code, 'Because.', { Allow: 'GET' }));
    expect(body).toBe(`{"code":"${code}","message":"Because.","status":${STATUS_OF[code]}}`);
    expect(status).toBe(STATUS_OF[code]);
    expect(headers).toMatchObject({ Allow: 'GET' });
  });

  it('names an error that only HTTP knows', () => {
    expect(String(new HttpError('not_acceptable', 'Because.'))).toBe('HttpError: Because.');
  });

  it.each([
    ['an object', { status: 200, message: 'secret' }],
    ['a string', 'secret'],
    ['nothing', undefined],
  ])('knows a bug also where it threw %s', (_, thrown) => {
    expect(JSON.parse(errorResponse(thrown).body)).toEqual({
      code: 'internal_error',
      message: 'The service failed; quote the X-Request-Id of this response to its operator.',
      status: 500,
    });
  });
});

describe('Another method', () => {
  it.each([
    ['PUT', '/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['PATCH', '/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['TRACE', '/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['PROPFIND', '/v1/pets', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/v1/pets/1', 'GET, HEAD, OPTIONS'],
    ['POST', '/v1/pets/1', 'GET, HEAD, OPTIONS'],
    ['PURGE', '/v1/pets/1', 'GET, HEAD, OPTIONS'],
    ['POST', '/livez', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/readyz', 'GET, HEAD, OPTIONS'],
    ['PUT', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.yaml', 'GET, HEAD, OPTIONS'],
    ['POST', '/docs', 'GET, HEAD, OPTIONS'],
  ])('%s %s is refused, with those that are allowed', async (method, target, allow) => {
    const answer = await send(method, target);
    expect(outcome(answer)).toBe(`405 method_not_allowed: This path takes ${allow}; not ${method}.`);
    expect(answer.headers.allow).toBe(allow);
  });

  it('with a body is refused too, and the connection goes on', async () => {
    expect((await send('PUT', '/v1/pets', { 'content-type': 'text/plain' }, 'x'.repeat(1000))).status).toBe(405);
    expect((await get('/v1/pets')).status).toBe(200);
  });

  it.each(['DELETE', 'TRACE'])('%s on no path at all is 404', async (method) => {
    expect(outcome(await send(method, '/v1/dogs'))).toMatch(/^404 not_found/);
  });

  it.each(['example.com:443', '127.0.0.1:80'])('CONNECT %s gets no tunnel', async (target) => {
    const { answers, closed } = await raw(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
    expect(answers.map(outcome)).toEqual(['405 method_not_allowed: This service is not a proxy.']);
    expect(answers[0]?.headers.allow).toBe('GET, HEAD, OPTIONS, POST');
    expect(closed).toBe(true);
  });
});

describe('Accept', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;q=0.001',
    'text/html, */*;q=0.1',
    'text/html, application/json',
    'text/html;q=0, */*',
  ])('"%s" lets JSON through', async (accept) => {
    expect((await get('/v1/pets', { accept })).status).toBe(200);
  });

  it.each([
    'text/html',
    'text/*',
    'application/xml',
    'application/json;q=0',
    'application/json;q=0, */*',
    '*/*;q=0',
    'application/jsonx',
  ])('"%s" rules JSON out', async (accept) => {
    for (const path of ['/v1/pets', '/v1/pets/1', '/livez', '/readyz', '/openapi.json']) {
      expect(outcome(await get(path, { accept }))).toMatch(/^406 not_acceptable: This resource is application\/json/);
    }
  });

  it('may be repeated', async () => {
    expect((await get('/v1/pets', { accept: ['text/html', 'application/json'] })).status).toBe(200);
    expect((await get('/v1/pets', { accept: ['text/html', 'text/plain'] })).status).toBe(406);
  });

  it('may have 1024 characters', async () => {
    const accept = (length: number) => 'application/json'.padEnd(length, ',a/b');
    expect((await get('/v1/pets', { accept: accept(1024) })).status).toBe(200);
    expect(outcome(await get('/v1/pets', { accept: accept(1025) }))).toBe(
      '400 invalid_request: Accept must be at most 1024 characters long.',
    );
  });

  it('that rules out JSON adds no animal', async () => {
    const before = (await get('/v1/pets')).text;
    expect((await post('{"name":"Max","categoryId":1}', { accept: 'text/html' })).status).toBe(406);
    expect((await get('/v1/pets')).text).toBe(before);
  });
});

describe('A bug', () => {
  const bug = new Error('SELECT secret FROM pets at db.internal:3306');

  it.each([
    ['listPets', 'list', () => get('/v1/pets')],
    ['createPet', 'add', () => post('{"name":"Rex","categoryId":1}')],
    ['getPet', 'find', () => get('/v1/pets/1')],
  ] as const)('in %s is 500, told without detail and logged whole', async (_, method, call) => {
    jest.spyOn(server.ports.pets, method).mockRejectedValue(bug);
    const answer = await call();
    expect(outcome(answer)).toBe(
      '500 internal_error: The service failed; quote the X-Request-Id of this response to its operator.',
    );
    expect(`${JSON.stringify(answer.headers)}${answer.text}`).not.toMatch(/secret|3306|Error:|\.[jt]s/);
    expect(server.records.at(-1)).toMatchObject({ status: 500, error: bug, requestId: answer.headers['x-request-id'] });
  });

  it('leaves the service working', async () => {
    jest.spyOn(server.ports.pets, 'list').mockRejectedValueOnce(bug);
    expect((await get('/v1/pets')).status).toBe(500);
    expect((await get('/v1/pets')).status).toBe(200);
  });
});

describe('A store that cannot be reached', () => {
  const away = new DomainError('unavailable', 'The store cannot be reached now; try again shortly.');
  const UNAVAILABLE = `503 unavailable: ${away.message}`;

  it.each([
    ['listing', 'list', () => get('/v1/pets')],
    ['adding', 'add', () => post('{"name":"Rex","categoryId":1}')],
    ['adding once', 'addOnce', () => post('{"name":"Rex","categoryId":1}', { 'idempotency-key': 'away' })],
    ['fetching', 'find', () => get('/v1/pets/1')],
  ] as const)('makes %s 503, with when to try again', async (_, method, call) => {
    jest.spyOn(server.ports.pets, method).mockRejectedValue(away);
    const answer = await call();
    expect(outcome(answer)).toBe(UNAVAILABLE);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  it('makes authentication 503, not 401', async () => {
    jest.spyOn(server.ports.apiKeys, 'findByHash').mockRejectedValue(away);
    expect(outcome(await get('/v1/pets'))).toBe(UNAVAILABLE);
    expect(outcome(await get('/v1/dogs'))).toBe(UNAVAILABLE);
  });

  it('makes /readyz 503 and leaves /livez alone', async () => {
    jest.spyOn(server.ports.schema, 'check').mockRejectedValue(away);
    const answer = await get('/readyz');
    expect(outcome(answer)).toBe(UNAVAILABLE);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect((await get('/livez')).status).toBe(200);
  });
});
