import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from '@jest/globals';
import Router from '@koa/router';
import Koa from 'koa';
import { routeMatcher, when } from '../../../../../../src/adapters/inbound/http/app.js';
import { deprecation, PET_PATH } from '../../../../../../src/adapters/inbound/http/api/pets/routes.js';
import type { HttpApp, HttpRouter } from '../../../../../../src/adapters/inbound/http/state.js';
import { outcome, type Answer } from '../../../../../support/http-client.js';
import { startTestServer } from '../../../../../support/server.js';
import { SettableClock } from '../../../../../support/settable-clock.js';

const clock = new SettableClock();
const server = await startTestServer({ clock });
const { get, post, send } = server;
beforeEach(() => clock.turnTo('2026-12-01T12:00:00Z'));
const { text: REX } = await post('{"name":"Rex","categoryId":3}');

function deprecationOf({ headers: { deprecation, sunset, link } }: Answer) {
  return { deprecation, sunset, link };
}

const DEPRECATED = {
  deprecation: '@1795132800',
  sunset: 'Thu, 05 Dec 2030 23:59:59 GMT',
  link: '</v1/pets?status=available>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"',
};
const NOT_FOUND = '404 not_found: No animal has this id.';
const REMOVED =
  '410 operation_removed: Fetching one animal was removed on 5 December 2030; list animals with GET /v1/pets and its status filter instead.';

// Every response of this path is checked against the document, which requires the headers of the deprecation.
describe('Fetching one animal', () => {
  it('returns the animal with the date of the removal', async () => {
    const answer = await get('/v1/pets/1');
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: REX });
    expect(deprecationOf(answer)).toEqual(DEPRECATED);
  });

  it.each([
    ['of no animal', '2'],
    ['far beyond int64', '1'.repeat(400)],
    ['with an escape', '%31'],
    ['with a NUL', '1%00'],
  ])('answers 404 for an id %s, with the date of the removal', async (_, petId) => {
    const answer = await get(`/v1/pets/${petId}`);
    expect(outcome(answer)).toBe(NOT_FOUND);
    expect(deprecationOf(answer)).toEqual(DEPRECATED);
  });

  it.each([
    ['to a client without a key', { authorization: undefined }, 401],
    ['to a client with a wrong key', { authorization: 'Bearer wrong' }, 401],
    ['to a client that does not accept JSON', { accept: 'text/html' }, 406],
  ])('sends the date of the removal also %s', async (_, headers, status) => {
    const answer = await get('/v1/pets/1', headers);
    expect(answer.status).toBe(status);
    expect(deprecationOf(answer)).toEqual(DEPRECATED);
  });

  it.each([
    ['GET', '/v1/pets'],
    ['GET', '/v1/pets/1/'],
  ])('is the only deprecated operation: %s %s is not', async (method, target) => {
    expect(deprecationOf(await send(method, target))).toEqual({});
  });
});

it('A route next to the deprecated one is not deprecated', async () => {
  const router: HttpRouter = new Router();
  router.get('/v1/pets/count', (ctx) => void (ctx.body = 'count'));
  router.get(PET_PATH, (ctx) => void (ctx.body = 'pet'));
  const app: HttpApp = new Koa();
  app.use(when(routeMatcher(router, PET_PATH), deprecation()));
  app.use(router.routes());
  const own = app.listen(0, '127.0.0.1');
  await once(own, 'listening');
  const { port } = own.address() as AddressInfo; // of a TCP server
  for (const [path, expected] of [
    ['count', null],
    ['1', DEPRECATED.deprecation],
  ] as const) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/pets/${path}`);
    expect([response.status, response.headers.get('deprecation')]).toEqual([200, expected]);
  }
  own.closeAllConnections();
  own.close();
});

describe('The removal of fetching one animal', () => {
  it('has no effect at the last instant before it', async () => {
    clock.turnTo('2030-12-05T23:59:59.000Z');
    const answer = await get('/v1/pets/1');
    expect({ status: answer.status, ...deprecationOf(answer) }).toEqual({ status: 200, ...DEPRECATED });
    expect(outcome(await get('/v1/pets/2'))).toBe(NOT_FOUND);
  });

  it.each(['2030-12-05T23:59:59.001Z', '2030-12-06T00:00:00Z', '2031-01-01T00:00:00Z'])(
    'takes effect at %s, and the answer names the replacement',
    async (instant) => {
      clock.turnTo(instant);
      for (const petId of ['1', '2', '0', 'rex']) {
        const answer = await get(`/v1/pets/${petId}`);
        expect(outcome(answer)).toBe(REMOVED);
        expect(deprecationOf(answer)).toEqual(DEPRECATED);
      }
    },
  );

  it.each(['HEAD', 'POST', 'DELETE', 'OPTIONS', 'PATCH'])('applies to %s, with any Accept header', async (method) => {
    clock.turnTo('2031-06-01T00:00:00Z');
    const answer = await send(method, '/v1/pets/1', { accept: 'text/html' });
    expect({ status: answer.status, ...deprecationOf(answer) }).toEqual({ status: 410, ...DEPRECATED });
  });

  it('changes nothing else', async () => {
    clock.turnTo('2031-06-01T00:00:00Z');
    expect((await send('HEAD', '/v1/pets/1')).status).toBe(410);
    expect(outcome(await get('/v1/pets/1', { authorization: undefined }))).toMatch(/^401 api_key_missing/);
    expect((await get('/v1/pets')).text).toBe(`[${REX}]`);
  });

  it('removes the Location of a 201, since no URL identifies one animal any more', async () => {
    expect(await locationOfNew()).toMatch(/^\/v1\/pets\/\d+$/);
    clock.turnTo('2031-06-01T00:00:00Z');
    expect(await locationOfNew()).toBeNull();

    async function locationOfNew(): Promise<string | null> {
      const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
      const body = '{"name":"Max","categoryId":1}';
      const response = await fetch(`${server.url}/v1/pets`, { method: 'POST', headers, body });
      expect(response.status).toBe(201);
      return response.headers.get('location');
    }
  });
});
