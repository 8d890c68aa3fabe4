import { describe, expect, it } from '@jest/globals';
import { acceptsBody, acceptsQuery, checkResponse } from './openapi-oracle.js';

const COMMON = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'request-1',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
const CREATED = { ...COMMON, location: '/v1/pets/1' };
const OLD = {
  ...COMMON,
  deprecation: '@1795132800',
  sunset: 'Thu, 05 Dec 2030 23:59:59 GMT',
  link: '</v1/pets?status=available>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"',
};
const CHALLENGED = { ...COMMON, 'www-authenticate': 'Bearer realm="animal-store"' };
const PET = '{"id":1,"name":"Milo","categoryId":9223372036854775807,"status":"sold"}';
const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
const error = (code: string, status: number) => JSON.stringify({ code, message: 'No.', status });

describe('the oracle lets through', () => {
  it.each([
    ['a page', 'GET', '/v1/pets?limit=1', 200, COMMON, `[${PET}]`],
    ['a page with a next one', 'GET', '/v1/pets', 200, { ...COMMON, link: '</v1/pets?cursor=a>; rel="next"' }, '[]'],
    ['the head of a page', 'HEAD', '/v1/pets', 200, COMMON, ''],
    ['an animal that was added', 'POST', '/v1/pets', 201, CREATED, PET],
    ['a replay', 'POST', '/v1/pets', 201, { ...CREATED, 'idempotent-replayed': 'true' }, PET],
    ['one animal', 'GET', '/v1/pets/1', 200, OLD, PET],
    ['no animal', 'GET', '/v1/pets/x', 404, OLD, error('not_found', 404)],
    ['headers that fetch gives', 'GET', '/v1/pets', 401, new Headers(CHALLENGED), error('api_key_missing', 401)],
    ['an unknown path', 'GET', '/v1/dogs', 404, COMMON, error('not_found', 404)],
    ['a refused method', 'PUT', '/v1/pets', 405, { ...COMMON, allow: 'GET, POST' }, error('method_not_allowed', 405)],
    ['options', 'OPTIONS', '/v1/pets', 204, { ...without(COMMON, 'content-type'), allow: 'GET, POST' }, ''],
    ['what the parser refuses', 'GET', '/v1/pets/1', 431, COMMON, error('headers_too_large', 431)],
  ])('%s', (_, method, target, status, headers, body) => {
    expect(() => checkResponse(method, target, status, headers, body)).not.toThrow();
  });
});

describe('the oracle refuses', () => {
  it.each([
    ['an undescribed status', /not described/, 'GET', '/v1/pets', 404, COMMON, error('not_found', 404)],
    ['a missing header', /x-request-id/i, 'GET', '/v1/pets', 200, without(COMMON, 'x-request-id'), '[]'],
    [
      'another value of a header',
      /Cache-Control/,
      'GET',
      '/v1/pets',
      200,
      { ...COMMON, 'cache-control': 'public' },
      '[]',
    ],
    ['an undescribed header', /x-powered-by/, 'GET', '/v1/pets', 200, { ...COMMON, 'x-powered-by': 'Koa' }, '[]'],
    ["another operation's header", /location/, 'GET', '/v1/pets', 200, CREATED, '[]'],
    ['another media type', /Content-Type/, 'GET', '/v1/pets', 200, { ...COMMON, 'content-type': 'text/plain' }, '[]'],
    ['an absolute link', /Link/, 'GET', '/v1/pets', 200, { ...COMMON, link: '<http://a/v1/pets?c>; rel="next"' }, '[]'],
    ['a missing Location', /Location/, 'POST', '/v1/pets', 201, COMMON, PET],
    ['no deprecation', /Deprecation/, 'GET', '/v1/pets/1', 404, COMMON, error('not_found', 404)],
    ['no challenge', /WWW-Authenticate/, 'GET', '/v1/dogs', 401, COMMON, error('api_key_missing', 401)],
    ['no Allow', /Allow/, 'PUT', '/v1/pets', 405, COMMON, error('method_not_allowed', 405)],
    ['no Retry-After', /Retry-After/, 'GET', '/v1/pets', 503, COMMON, error('unavailable', 503)],
    ['a body after HEAD', /HEAD/, 'HEAD', '/v1/pets', 200, COMMON, '[]'],
    ['an animal without status', /status/, 'POST', '/v1/pets', 201, CREATED, '{"id":1,"name":"Milo","categoryId":3}'],
    ['an id of 0', /id/, 'POST', '/v1/pets', 201, CREATED, PET.replace('"id":1', '"id":0')],
    ['a rounded category', /categoryId/, 'POST', '/v1/pets', 201, CREATED, PET.replace('5807', '6000')],
    ['a member too many', /additional/, 'POST', '/v1/pets', 201, CREATED, PET.replace('{', '{"age":3,')],
    ['a member twice', /I-JSON/, 'POST', '/v1/pets', 201, CREATED, PET.replace('{', '{"id":1,')],
    [
      'an error with more to say',
      /additional/,
      'GET',
      '/v1/dogs',
      404,
      COMMON,
      error('not_found', 404).replace('{', '{"a":1,'),
    ],
    ['an unknown code', /code/, 'GET', '/v1/dogs', 404, COMMON, error('gone', 404)],
    ['a code of another status', /not_found/, 'GET', '/v1/pets', 400, COMMON, error('not_found', 400)],
    [
      'a status in the body that is not the real one',
      /400/,
      'GET',
      '/v1/dogs',
      404,
      COMMON,
      error('invalid_request', 400),
    ],
    ['success on an unknown path', /not described/, 'GET', '/v1/dogs', 200, COMMON, '[]'],
    ['an addition on an unknown path', /not described/, 'POST', '/v1/dogs', 201, CREATED, PET],
    ['a trailing slash taken for an operation', /not described/, 'GET', '/v1/pets/', 200, OLD, PET],
  ])('%s', (_, reason, method, target, status, headers, body) => {
    expect(() => checkResponse(method, target, status, headers, body)).toThrow(reason);
  });
});

describe('the oracle judges numbers by every digit', () => {
  it.each([
    '0',
    '-0',
    '1.0',
    '1e2',
    '10e-1',
    '-9223372036854775808',
    '9223372036854775807',
    '0e999999999',
    '9007199254740993',
  ])('and accepts %s as an int64', (number) =>
    expect(acceptsBody(`{"name":"Milo","categoryId":${number}}`)).toBe(true),
  );

  it.each([
    '1.5',
    '1e-400',
    '9007199254740993.5',
    '9223372036854775808',
    '-9223372036854775809',
    '1e19',
    '1e999999999',
    '"1"',
  ])('and refuses %s as an int64', (number) =>
    expect(acceptsBody(`{"name":"Milo","categoryId":${number}}`)).toBe(false),
  );
});

describe('the oracle accepts a body', () => {
  it.each([
    ['with 255 emoji', `{"name":"${'🐈'.repeat(255)}","categoryId":1}`],
    ['with white space around the name', '{"name":" Milo ","categoryId":1}'],
    ['with colons, quotes and brackets in the name', String.raw`{"name":"a:\"{b\\","categoryId":1}`],
    ['with a status', '{"name":"Milo","categoryId":1,"status":"pending"}'],
  ])('%s', (_, body) => expect(acceptsBody(body)).toBe(true));
});

describe('the oracle refuses a body', () => {
  it.each([
    ['with 256 emoji', `{"name":"${'🐈'.repeat(256)}","categoryId":1}`],
    ['with an empty name', '{"name":"","categoryId":1}'],
    ['with a name of white space', '{"name":" \\u3000","categoryId":1}'],
    ['with a control character in the name', '{"name":"a\\u0085","categoryId":1}'],
    ['with an unpaired surrogate', '{"name":"a\\ud800","categoryId":1}'],
    ['with a member twice, equal', '{"name":"Milo","categoryId":1,"categoryId":1}'],
    ['with a member twice, spelt otherwise', '{"name":"Milo","categoryId":1,"n\\u0061me":"Milo"}'],
    ['with an id', '{"id":1,"name":"Milo","categoryId":1}'],
    ['with __proto__', '{"__proto__":1,"name":"Milo","categoryId":1}'],
    ['with null for a status', '{"name":"Milo","categoryId":1,"status":null}'],
    ['with a status in another case', '{"name":"Milo","categoryId":1,"status":"Sold"}'],
    ['without a category', '{"name":"Milo"}'],
    ['that is an array', '[{"name":"Milo","categoryId":1}]'],
    ['that is not JSON', '{"name":"Milo","categoryId":01}'],
    ['that is empty', ''],
    ['with a byte order mark', '\ufeff{"name":"Milo","categoryId":1}'],
    ['that is nested without end', '['.repeat(50_000)],
  ])('%s', (_, body) => expect(acceptsBody(body)).toBe(false));
});

describe('the oracle judges a query', () => {
  it.each(['', 'limit=1', 'limit=100&status=sold', 'cursor=AAECAwQFBgcICQoLDA'])('and accepts "%s"', (query) => {
    expect(acceptsQuery(new URLSearchParams(query))).toBe(true);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=5.0',
    'limit=%2B5',
    'limit=05',
    'limit=',
    'limit=9007199254740993',
    'limit=1&limit=1',
    'status=',
    'status=Sold',
    'cursor=short',
    'staus=sold',
    'petId=1',
    'Idempotency-Key=a',
  ])('and refuses "%s"', (query) => {
    expect(acceptsQuery(new URLSearchParams(query))).toBe(false);
  });
});
