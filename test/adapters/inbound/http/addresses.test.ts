import { describe, expect, it } from '@jest/globals';
import { outcome } from '../../../support/http-client.js';
import { startTestServer } from '../../../support/server.js';

const { get, post } = await startTestServer();
await post('{"name":"Rex","categoryId":1}');

const NO_KEY = { authorization: undefined };

describe('The service', () => {
  it.each(['/v1', '/v1/Pets', '/v1/pets/', '/v1//pets', '/v1/pets%2f1', '/v1/%70ets', '/v1/pets/%31', '/v1/pets/%ff'])(
    'answers at %s with 401 without a key, and with 404 with one',
    async (path) => {
      expect(outcome(await get(path, NO_KEY))).toMatch(/^401 api_key_missing/);
      expect(outcome(await get(path))).toMatch(/^404 not_found/);
    },
  );

  it.each(['/V1/pets', '//v1/pets', '/v10/pets', '/%761/pets', '/livez/', '/openapi.JSON'])(
    'has nothing at %s',
    async (path) => {
      for (const headers of [{}, NO_KEY]) {
        expect(outcome(await get(path, headers))).toMatch(/^404 not_found/);
      }
    },
  );
});

it('A path before /v1 in PUBLIC_BASE_URL is the beginning of Link and Location, while the service itself still serves /v1', async () => {
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
