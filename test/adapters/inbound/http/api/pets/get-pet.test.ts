import { beforeEach, describe, expect, it } from '@jest/globals';
import { outcome, type Answer } from '../../../../../support/http-client.js';
import { startTestServer } from '../../../../../support/server.js';
import { SettableClock } from '../../../../../support/settable-clock.js';

const clock = new SettableClock();
const server = await startTestServer({ clock });
const { get, post, send, raw } = server;
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
const NOT_FOUND = /^404 not_found: .*animal/;
const REMOVED = /^410 operation_removed: .*5 December 2030.*GET \/v1\/pets .*status/;

// Every response of this path is checked against the document, which requires the headers of the deprecation.
describe('Fetching one animal', () => {
  it('returns the animal with the date of the removal', async () => {
    const answer = await get('/v1/pets/1');
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: REX });
    expect(deprecationOf(answer)).toEqual(DEPRECATED);
  });

  it.each(['2', '01', '1%00'])('answers 404 for the id %s', async (petId) => {
    expect(outcome(await get(`/v1/pets/${petId}`))).toMatch(NOT_FOUND);
  });

  it.each([
    ['GET /v1/pets/1 HTTP/1.1\r\nHost: a b', 400],
    ['GET /v1/pets/1 HTTP/1.1\r\nHost: a\r\nHost: a', 400],
    ['GET http://a/v1/pets/1?x=1 HTTP/1.1\r\nHost: a', 401],
    [`GET /v1/pets/1?${'x'.repeat(2049)} HTTP/1.1\r\nHost: a`, 414],
    [`GET /v1/pets/1 HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nAuthorization: Bearer ${server.key}`, 406],
    [`DELETE /v1/pets/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}`, 405],
    [`OPTIONS /v1/pets/1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}`, 204],
  ])('sends the date of the removal also with other answers: %.60s', async (head, status) => {
    const { answers } = await raw(`${head}\r\n\r\n`, 1);
    expect(answers.map((answer) => ({ status: answer.status, ...deprecationOf(answer) }))).toEqual([
      { status, ...DEPRECATED },
    ]);
  });

  it.each(['/v1/pets', '/v1/pets/1/'])('is the only deprecated operation: %s is not', async (target) => {
    expect(deprecationOf(await get(target))).toEqual({});
  });
});

describe('The removal of fetching one animal', () => {
  it('takes effect after it, and the answer names the replacement', async () => {
    clock.turnTo('2030-12-05T23:59:59.001Z');
    for (const petId of ['1', '2', 'rex']) {
      const answer = await get(`/v1/pets/${petId}`);
      expect(outcome(answer)).toMatch(REMOVED);
      expect(deprecationOf(answer)).toEqual(DEPRECATED);
    }
  });

  it.each(['HEAD', 'POST', 'OPTIONS'])('applies to %s, with any Accept header', async (method) => {
    clock.turnTo('2031-06-01T00:00:00Z');
    const answer = await send(method, '/v1/pets/1', { accept: 'text/html' });
    expect({ status: answer.status, ...deprecationOf(answer) }).toEqual({ status: 410, ...DEPRECATED });
  });

  it('changes nothing else', async () => {
    clock.turnTo('2031-06-01T00:00:00Z');
    expect(outcome(await get('/v1/pets/1', { authorization: undefined }))).toMatch(/^401 api_key_missing/);
    expect((await get('/v1/pets')).text).toBe(`[${REX}]`);
  });

  it('removes the Location of a 201, since no URL identifies one animal any more', async () => {
    const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
    const add = () =>
      fetch(`${server.url}/v1/pets`, { method: 'POST', headers, body: '{"name":"Max","categoryId":1}' });
    expect((await add()).headers.get('location')).toMatch(/^\/v1\/pets\/\d+$/);
    clock.turnTo('2031-06-01T00:00:00Z');
    const { status, headers: received } = await add();
    expect([status, received.get('location')]).toEqual([201, null]);
  });
});
