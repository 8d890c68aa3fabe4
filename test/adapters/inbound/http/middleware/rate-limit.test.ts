import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseItem } from 'structured-headers';
import { eventually } from '../../../../support/eventually.js';
import { outcome, type Answer } from '../../../../support/http-client.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';
import { accountHolder, Visitor } from '../../../../support/visitor.js';

// Whether the fields are well-formed, and described, is checked by the client itself.

let server: TestServer;

const LIMITED = /^429 rate_limited: .*Retry-After/;

async function startLimited(requests: number, period = 60) {
  return (server = await startTestServer({ rateLimit: { requests, period } }));
}

/** The parameters of a field, such as those of `"default";r=1;t=60`. */
function parametersOf({ headers }: Answer, field: 'ratelimit' | 'ratelimit-policy'): Record<string, unknown> {
  const item = parseItem(headers[field] ?? '');
  expect(item[0]).toBe('default');
  return Object.fromEntries(item[1]);
}

describe('The rate limit', () => {
  it('is in every response to a request with a key, errors included, with the number of requests that remain', async () => {
    const { get, post, send } = await startLimited(100);
    const answers = [
      await get('/v1/pets'),
      await post('{"name":"Rex","categoryId":1}'),
      await get('/v1/pets/1'),
      await send('OPTIONS', '/v1/pets'),
      await get('/v1/pets/2'),
      await get('/v1/dogs'),
      await post('{}', { 'content-type': 'text/plain' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 204, 404, 404, 415]);
    for (const [at, answer] of answers.entries()) {
      expect(answer.headers['ratelimit-policy']).toBe('"default";q=100;w=60');
      const { r, t } = parametersOf(answer, 'ratelimit');
      expect(r).toBe(99 - at);
      expect(t).toBeGreaterThan(0);
      expect(t).toBeLessThanOrEqual(60);
    }
  });

  it('refuses the requests above it, which have no effect, with the seconds to wait', async () => {
    const { get, post } = await startLimited(2);
    await get('/v1/pets');
    expect((await post('{"name":"Rex","categoryId":1}')).headers.ratelimit).toMatch(/^"default";r=0;t=/);
    for (const refused of [
      await post('{"name":"Milo","categoryId":1}'),
      await get('/v1/pets'),
      await get('/v1/dogs'),
    ]) {
      expect(outcome(refused)).toMatch(LIMITED);
      const { r, t } = parametersOf(refused, 'ratelimit');
      expect([r, String(t)]).toEqual([0, refused.headers['retry-after']]);
      expect(parametersOf(refused, 'ratelimit-policy')).toEqual({ q: 2, w: 60 });
    }
    expect(server.records.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await server.services.pets.listPets({})).pets).toHaveLength(1);
  });

  it('counts the requests of an account on the pages and to the API together', async () => {
    const { get, post } = await startLimited(4);
    const jane = await accountHolder(server, 'jane@example.com');
    const { key } = await server.services.apiKeys.createApiKey({ email: 'jane@example.com' });
    const asJane = { authorization: `Bearer ${key}` };
    const added = await post('{"name":"Rex","categoryId":1}', asJane);
    const shown = await jane.get('/animals');
    expect(parametersOf(added, 'ratelimit').r).toBe(3);
    expect([shown.status, shown.headers.get('ratelimit')?.split(';')[1]]).toEqual([200, 'r=2']);
    const form = { name: 'Milo', categoryId: '1', status: 'sold', once: randomUUID() };
    expect((await jane.send('/animals/new', form)).status).toBe(303);
    expect((await jane.get('/account')).status).toBe(200);

    const refused = [await jane.get('/animals'), await jane.send('/animals/new', { ...form, once: randomUUID() })];
    for (const { status, heading, headers } of refused) {
      expect([status, heading]).toEqual([429, 'Too many requests']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(outcome(await get('/v1/pets', asJane))).toMatch(LIMITED);
    expect((await get('/v1/pets')).status).toBe(200); // another account
    expect((await new Visitor(server).get('/')).status).toBe(200);
    expect((await server.services.pets.listPets({})).pets).toHaveLength(2);
  });

  it('accepts requests again after the seconds of Retry-After', async () => {
    const { get } = await startLimited(1, 1);
    let refused = await get('/v1/pets');
    await eventually(async () => (refused = await get('/v1/pets')).status === 429); // not if a second is over between two
    expect(refused.headers['retry-after']).toBe('1');
    await eventually(async () => (await get('/v1/pets')).status === 200);
  });

  it('is not sent without a key, and never refuses a request that needs no key', async () => {
    const { get } = await startLimited(1);
    for (let each = 0; each < 3; each++) {
      const unknown = await get('/v1/pets', { authorization: undefined });
      for (const { status, headers } of [unknown, await get('/livez'), await get('/openapi.json')]) {
        expect([401, 200]).toContain(status);
        expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      }
    }
    expect((await get('/v1/pets')).status).toBe(200);
  });
});

it('Without RATE_LIMIT no response has the fields of a rate limit', async () => {
  const { get } = await startTestServer();
  expect(Object.keys((await get('/v1/pets')).headers).join()).not.toContain('ratelimit');
});
