import { describe, expect, it } from '@jest/globals';
import { outcome } from '../../../support/http-client.js';
import { startTestServer } from '../../../support/server.js';

const { get, post } = await startTestServer();
await post('{"name":"Rex","categoryId":1}');

const NO_KEY = { authorization: undefined };

describe('The service', () => {
  it.each(['/livez', '/readyz', '/openapi.json', '/openapi.yaml', '/docs'])(
    'answers at %s, with a key and without',
    async (path) => {
      for (const headers of [{}, NO_KEY]) expect((await get(path, headers)).status).toBe(200);
    },
  );

  it.each([
    ['nothing after /v1', '/v1'],
    ['only a slash after /v1', '/v1/'],
    ['an unknown resource', '/v1/dogs'],
    ['a capital letter', '/v1/Pets'],
    ['a trailing slash', '/v1/pets/'],
    ['a trailing slash after an id', '/v1/pets/1/'],
    ['an extra segment', '/v1/pets/1/status'],
    ['an empty segment', '/v1//pets'],
    ['an encoded slash', '/v1/pets%2f1'],
    ['a percent-encoded letter', '/v1/%70ets'],
    ['a percent-encoded digit', '/v1/pets/%31'],
    ['an incomplete escape', '/v1/pets/%'],
    ['an escape that is not UTF-8', '/v1/pets/%ff'],
    ['a path parameter', '/v1/pets;limit=1'],
  ])('answers a path with %s with 401 without a key, and with 404 with one', async (_, path) => {
    expect(outcome(await get(path, NO_KEY))).toMatch(/^401 api_key_missing/);
    expect(outcome(await get(path))).toMatch(/^404 not_found/);
  });

  it.each([
    '/V1/pets',
    '//v1/pets',
    '/v2/pets',
    '/v10/pets',
    '/pets',
    '/%761/pets',
    '/Docs',
    '/docs/',
    '/docs/package.json',
    '/livez/',
    '/LIVEZ',
    '/readyz/',
    '/openapi',
    '/openapi.JSON',
    '/openapi.json/',
    '/favicon.ico',
  ])('has nothing at %s', async (path) => {
    expect(outcome(await get(path))).toBe('404 not_found: No resource has this path.');
    expect(outcome(await get(path, NO_KEY))).toBe('404 not_found: No resource has this path.');
  });
});

describe('A path before /v1 in PUBLIC_BASE_URL', () => {
  it('is the beginning of Link and Location, while the service itself still serves /v1', async () => {
    const behindProxy = await startTestServer({ publicBaseUrl: 'https://example.com/shop/v1' });
    const { headers } = await behindProxy.post('{"name":"Rex","categoryId":1}');
    expect(headers.location).toBe('/shop/v1/pets/1');
    await behindProxy.post('{"name":"Max","categoryId":1}');
    expect((await behindProxy.get('/v1/pets?limit=1')).headers.link).toMatch(
      /^<\/shop\/v1\/pets\?limit=1&cursor=\S+>; rel="next"$/,
    );
    expect((await behindProxy.get('/v1/pets/1')).headers.link).toBe(
      '</shop/v1/pets?status=available>; rel="successor-version", </shop/docs>; rel="deprecation"; type="text/html"',
    );
  });
});
