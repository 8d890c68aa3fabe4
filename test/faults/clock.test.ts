import { expect, it } from '@jest/globals';
import { describeEachDatabase } from '../support/databases.js';
import { clientOf, outcome } from '../support/http-client.js';
import { startTestServer } from '../support/server.js';
import { SettableClock } from '../support/settable-clock.js';
import { targetOf } from '../support/targets.js';

describeEachDatabase('a clock that is turned to 2031', (bench) => {
  it('removes the operation that was to be removed, and leaves the rest as it was', async () => {
    const clock = new SettableClock();
    const server = await startTestServer({ storage: targetOf(bench.options()), clock });
    const client = clientOf(server);
    const pet = '{"name":"Rex","categoryId":1}';
    const before = await client.post(pet, { 'idempotency-key': 'a' });
    expect((await client.get('/v1/pets/1')).status).toBe(200);

    clock.turnTo('2031-01-01T00:00:00Z');
    expect(outcome(await client.get('/v1/pets/1'))).toMatch(/^410 operation_removed: /);
    expect((await client.get('/v1/pets')).text).toBe(`[${before.text}]`);
    expect((await client.get('/v1/pets?status=available')).text).toBe(`[${before.text}]`);
    expect((await client.post(pet, { 'idempotency-key': 'a' })).text).toBe(before.text);
    expect((await client.post(pet)).status).toBe(201);
    expect((await client.get('/readyz')).status).toBe(200);
    await server.close();
  });
});
