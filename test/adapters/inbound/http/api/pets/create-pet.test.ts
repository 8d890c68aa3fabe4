import { describe, expect, it } from '@jest/globals';
import { MemoryPetRepository } from '../../../../../../src/adapters/outbound/memory/pet-repository.js';
import { PET_STATUSES } from '../../../../../../src/domain/pet.js';
import { outcome } from '../../../../../support/http-client.js';
import { startTestServer } from '../../../../../support/server.js';

const { get, post } = await startTestServer();

it('An animal that is added has the properties of the specification, in its order, and nothing else', async () => {
  const { text } = await post('{"status":"sold","categoryId":7,"name":"Rex"}');
  expect(text).toMatch(/^\{"id":\d+,"name":"Rex","categoryId":7,"status":"sold"\}$/);
});

describe('A body', () => {
  it.each([
    ['categoryId', 'null'],
    ['status', 'null'],
    ['toString', 'null'],
    ['__proto__', 'null'],
    ['', 'null'],
  ])('is refused with the property "%s" %s, which the message names', async (property, value) => {
    const body = Object.entries({ name: '"Rex"', categoryId: '1' }).filter(([name]) => name !== property);
    const texts = [...body, [property, value]].map(([name, text]) => `${JSON.stringify(name)}:${text}`);
    const refusal = outcome(await post(`{${texts.join()}}`));
    expect([refusal.slice(0, 20), refusal.includes(property)]).toEqual(['400 invalid_request:', true]);
  });

  it('with hundreds of unknown properties gets a message below 4 KiB that lists ten', async () => {
    const properties = Array.from({ length: 490 }, (_, at) => `"${at}${'\\u0001'.repeat(4)}":0`);
    const answer = await post(`{${properties.join()}}`);
    expect(outcome(answer)).toMatch(/Unknown properties .*"9[^"]*" and 480 more\.$/);
    expect(answer.text.length).toBeLessThan(4096);
  });

  it('gets a message with all its violations at once, and adds nothing', async () => {
    const before = (await get('/v1/pets?limit=100')).text;
    expect(outcome(await post('{"id":null,"categoryId":1e19,"status":"lost","age":3,"colour":"red"}'))).toBe(
      '400 invalid_request: name is required; ' +
        'categoryId must be between -9223372036854775808 and 9223372036854775807; ' +
        `status must be one of ${PET_STATUSES.join(', ')}; id must not be sent, since the service assigns it; ` +
        'Unknown properties "age", "colour".',
    );
    expect((await get('/v1/pets?limit=100')).text).toBe(before);
  });
});

it('An id above 2^53 is exact in the body, the Location, the path and the cursor', async () => {
  const first = 9223372036854775800n;
  const far = await startTestServer({ pets: new MemoryPetRepository(first) });
  const { text, headers } = await far.post('{"name":"far","categoryId":1}');
  expect(text).toContain(`{"id":${first},`);
  expect(headers.location).toBe(`/v1/pets/${first}`);
  expect((await far.get(`/v1/pets/${first}`)).text).toBe(text);
  await far.post('{"name":"farther","categoryId":1}');
  const page = await far.get('/v1/pets?limit=1');
  const [, next = ''] = /^<(.*)>/.exec(page.headers.link ?? '') ?? [];
  expect((await far.get(next)).text).toContain(`[{"id":${first + 1n},`);
});
