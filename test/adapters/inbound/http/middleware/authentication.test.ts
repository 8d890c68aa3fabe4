import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { outcome, type RequestHeaders } from '../../../../support/http-client.js';
import { startTestServer } from '../../../../support/server.js';

const server = await startTestServer();
const { key, get, send } = server;
afterEach(() => void jest.restoreAllMocks());

const MISSING = '401 api_key_missing: Send an API key: Authorization: Bearer <API_KEY>.';
const INVALID = expect.stringMatching(/^401 api_key_invalid: The API key /) as unknown;
const MALFORMED: unknown = expect.stringMatching(/^401 api_key_invalid: .*one API key/);

async function challengeOf(headers: RequestHeaders): Promise<unknown[]> {
  const answer = await get('/v1/pets', headers);
  return [outcome(answer), answer.headers['www-authenticate']];
}

const CHALLENGE = 'Bearer realm="animal-store"';
const CHALLENGE_INVALID = 'Bearer realm="animal-store", error="invalid_token"';

describe('A key', () => {
  it.each(['Bearer', 'bearer', 'bEaReR  '])('is accepted after the scheme %s', async (scheme) => {
    const { status, headers } = await get('/v1/pets', { authorization: `${scheme} ${key} ` });
    expect({ status, challenge: headers['www-authenticate'] }).toEqual({ status: 200, challenge: undefined });
  });

  it.each([
    ['only the scheme', 'Bearer'],
    ['a tab instead of a space', `Bearer\t${key}`],
    ['two keys', `Bearer ${key} ${key}`],
    ['quotes', `Bearer "${key}"`],
    ['characters that no token has', 'Bearer schlüssel'],
  ])('is refused if the header has %s', async (_, authorization) => {
    expect(await challengeOf({ authorization })).toEqual([MALFORMED, CHALLENGE_INVALID]);
  });

  it.each([
    ['no header', undefined, '.'],
    ['no scheme', key, ', not another scheme.'],
    ['a scheme that starts with Bearer', `BearerX ${key}`, ', not another scheme.'],
    ['an empty header', '', ', not another scheme.'],
  ])('is reported as missing if there is %s', async (_, authorization, end) => {
    expect(await challengeOf({ authorization })).toEqual([MISSING.replace(/[.]$/, end), CHALLENGE]);
  });

  it.each([`Bearer ${key}`, 'Basic eA=='])('is refused in two headers, the first of them %s', async (first) => {
    expect(await challengeOf({ authorization: [first, `Bearer ${key}`] })).toEqual([MALFORMED, CHALLENGE_INVALID]);
  });

  it('is not read from the query', async () => {
    expect(outcome(await get(`/v1/pets?access_token=${key}`, { authorization: undefined }))).toBe(MISSING);
  });

  it('that is mistyped is refused without asking the store', async () => {
    const wrong = key.slice(0, 8) + (key.charAt(8) === '0' ? '1' : '0') + key.slice(9);
    const asked = jest.spyOn(server.ports.apiKeys, 'findForRequest');
    expect(await challengeOf({ authorization: `Bearer ${wrong}` })).toEqual([INVALID, CHALLENGE_INVALID]);
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('Without a key', () => {
  it.each([
    ['DELETE', '/v1/pets', {}],
    ['GET', '/v1/pets?limit=0', {}],
    ['GET', '/v1/pets', { accept: 'text/html' }],
    ['POST', '/v1/pets', { 'content-type': 'text/plain' }],
    ['GET', '/v1/pets/rex', {}],
  ])('the client learns nothing else about %s %s %j', async (method, target, headers) => {
    expect(outcome(await send(method, target, { ...headers, authorization: undefined }))).toBe(MISSING);
    expect(outcome(await send(method, target, { ...headers, authorization: 'Bearer x' }))).toEqual(INVALID);
  });
});
