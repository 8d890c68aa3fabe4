import { describe, expect, it } from '@jest/globals';
import { clientOf, outcome } from '../../../../../support/http-client.js';
import { startTestServer } from '../../../../../support/server.js';
import { SettableClock } from '../../../../../support/settable-clock.js';

const clock = new SettableClock();
const server = await startTestServer({ clock });
const { services, get, post } = server;

const PET = '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}';
const MALFORMED = /^400 invalid_request: Idempotency-Key .*255/;
const add = (key: string | string[], body = PET) => post(body, { 'idempotency-key': key });

describe('The same Idempotency-Key with the same animal', () => {
  it('replays the first answer', async () => {
    const first = await add('replay');
    const second = await add('replay');
    const { status, text, headers } = second;
    expect({ status, text, location: headers.location }).toEqual({
      status: 201,
      text: first.text,
      location: first.headers.location,
    });
    expect([first, second].map((answer) => answer.headers['idempotent-replayed'])).toEqual([undefined, 'true']);
  });

  it('is recognized however the JSON of the animal is written', async () => {
    await add('spelling', '{"name":"Zoë","categoryId":100}');
    const again = await add('spelling', ' {"status":"available","categoryId":1e2,"name":"Zo\\u00eb"} ');
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('is the same key, quoted or bare', async () => {
    await add('"quo ted\\"\\\\"');
    expect((await add('quo ted"\\')).headers['idempotent-replayed']).toBe('true');
  });

  it('may be sent twice in one request', async () => {
    const first = await add('twice');
    expect(first.status).toBe(201);
    for (const lines of [
      ['twice', 'twice'],
      ['"twice"', 'twice'],
    ]) {
      const again = await add(lines);
      expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
    }
  });

  it('is another key for another account', async () => {
    const first = await add('shared');
    await services.accounts.createAccount('other@example.com');
    const { key } = await services.apiKeys.createApiKey({ email: 'other@example.com' });
    const answer = await clientOf({ ...server, key }).post(PET, { 'idempotency-key': 'shared' });
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
    expect(answer.headers.location).not.toBe(first.headers.location);
  });
});

it('The same Idempotency-Key with another animal is refused, even if only the last digit of the category differs', async () => {
  await add('reused');
  const before = (await get('/v1/pets?limit=100')).text;
  const other = await add('reused', PET.replace('993', '992'));
  expect(outcome(other)).toMatch(/^422 idempotency_key_reused/);
  expect((await get('/v1/pets?limit=100')).text).toBe(before);
  expect((await add('reused')).headers['idempotent-replayed']).toBe('true');
});

// The test that compares the server with its document sends many more keys.
describe('An Idempotency-Key', () => {
  it.each([
    ['repeated with another value', ['a', 'b']],
    ['repeated with an empty value', ['a', '']],
    ['a list', '"abc", "def"'],
  ])('is refused if it is %s', async (_, key) => {
    expect(outcome(await add(key))).toMatch(MALFORMED);
  });

  it('is ignored by the other operations', async () => {
    expect((await get('/v1/pets', { 'idempotency-key': '' })).status).toBe(200);
  });
});
