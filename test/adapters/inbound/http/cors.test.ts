import { describe, expect, it } from '@jest/globals';
import { at, isObject, object } from '../../../support/openapi-oracle.js';
import { startTestServer, type TestServer } from '../../../support/server.js';

const SHOP = 'https://shop.example';
const server = await startTestServer({ corsOrigins: [SHOP, 'http://localhost:3000'] });

/** Sends only these headers. */
async function send(method: string, path: string, headers: Record<string, string>, to: TestServer = server) {
  const response = await fetch(to.url + path, { method, headers, redirect: 'manual' });
  return { status: response.status, text: await response.text(), headers: Object.fromEntries(response.headers) };
}

const bearer = { authorization: `Bearer ${server.key}` };
const HEADERS = 'authorization,baggage,cache-control,sentry-trace,traceparent,tracestate,x-requested-with';
const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': HEADERS };

/** The headers of a response that concern other origins. */
function crossOriginHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('access-control-') || name === 'vary'),
  );
}

const READABLE = {
  'access-control-allow-origin': SHOP,
  'access-control-expose-headers':
    'Link,Location,Deprecation,Sunset,WWW-Authenticate,Accept-Encoding,Retry-After,RateLimit,RateLimit-Policy,' +
    'X-Request-Id,Idempotent-Replayed',
  vary: 'Origin',
};

/** The names of the headers that a part of the document describes. */
function headersIn(node: unknown): string[] {
  if (Array.isArray(node) || !isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'headers' ? Object.keys(object(value)) : headersIn(value),
  );
}

it('A script may read every header that the document describes', () => {
  const described = [...headersIn(at('/paths')), ...headersIn(at('/components/responses'))];
  const exposed = READABLE['access-control-expose-headers'].split(',');
  expect(new Set(exposed)).toEqual(new Set(described));
});

it('Without CORS_ORIGINS no response has CORS headers, and a preflight request needs a key like every other request', async () => {
  const closed = await startTestServer();
  const asked = await send('OPTIONS', '/v1/pets', { origin: SHOP, ...preflight }, closed);
  const read = await send('GET', '/v1/pets', { origin: SHOP, authorization: `Bearer ${closed.key}` }, closed);
  expect([asked.status, read.status]).toEqual([401, 200]);
  for (const { headers } of [asked, read]) expect(crossOriginHeaders(headers)).toEqual({});
});

describe('A listed origin', () => {
  it.each([
    ['a request for animals', '/v1/pets', bearer, 200],
    ['a request without a key', '/v1/pets', {}, 401],
    ['a request for the OpenAPI document', '/openapi.json', {}, 200],
  ])('may read the response to %s', async (_, path, headers, status) => {
    const response = await send('GET', path, { origin: SHOP, ...headers });
    expect([response.status, crossOriginHeaders(response.headers)]).toEqual([status, READABLE]);
  });

  it('gets an answer to its preflight request without a key and without an effect', async () => {
    for (const path of ['/v1/pets', '/v1/pets/1', '/openapi.json']) {
      const { status, text, headers } = await send('OPTIONS', path, { origin: SHOP, ...preflight });
      expect([status, text]).toEqual([204, '']);
      expect(crossOriginHeaders(headers)).toEqual({
        'access-control-allow-origin': SHOP,
        'access-control-allow-methods': 'GET,HEAD,POST',
        'access-control-allow-headers': HEADERS,
        'access-control-max-age': '600',
        vary: 'Origin',
      });
      expect(headers.deprecation).toBe(path === '/v1/pets/1' ? '@1795132800' : undefined);
    }
  });

  it('still needs a key for an OPTIONS request that is no preflight request', async () => {
    expect((await send('OPTIONS', '/v1/pets', { origin: SHOP })).status).toBe(401);
    const { status, headers } = await send('OPTIONS', '/v1/pets', { origin: SHOP, ...bearer });
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  });

  it.each(['/', '/account/sign-in', '/docs'])('gets no CORS headers from the page %s', async (path) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await send(method, path, { origin: SHOP, ...preflight });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

it.each(['http://shop.example', 'https://shop.example:8443', 'https://shop.example.evil', 'null'])(
  'The origin %s, which is not listed, may read no response, and its preflight requests fail',
  async (origin) => {
    const read = await send('GET', '/v1/pets', { origin, ...bearer });
    const asked = await send('OPTIONS', '/v1/pets', { origin, ...preflight });
    expect([read.status, asked.status]).toEqual([200, 401]);
    for (const { headers } of [read, asked]) expect(crossOriginHeaders(headers)).toEqual({ vary: 'Origin' });
  },
);

it('CORS_ORIGINS=* allows every origin, without credentials', async () => {
  const open = await startTestServer({ corsOrigins: ['*'] });
  const authorization = `Bearer ${open.key}`;
  const { headers } = await send('GET', '/v1/pets', { origin: 'null', authorization }, open);
  expect(crossOriginHeaders(headers)).toEqual({ ...READABLE, 'access-control-allow-origin': '*' });
});
