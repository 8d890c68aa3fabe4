import { expect, it } from '@jest/globals';
import { callerOf, newKeyIn } from '../support/callers.js';
import { serveWhenReady } from '../support/process.js';
import { describeEach, SQL_STORAGES, targets } from '../support/storages.js';

describeEach(SQL_STORAGES, 'a clock that is behind what the database holds', (kind) => {
  const target = targets(kind);

  it.each([
    [4, 'ready'],
    [72 * 60, 'clock-behind'],
  ])('by %d minutes is reported by the log and by the probe as %s, and the service serves', async (minutes, status) => {
    const key = await newKeyIn(target().url);
    const newest = Date.now() + minutes * 60_000;
    const pet = { name: 'Rex', category_id: 1, status: 'sold', account_id: 1 };
    const used = { pet_id: 41, idempotency_key: Buffer.from('a'), first_used_at: newest };
    await target().sql.fill('idempotency_keys', [{ ...pet, ...used }]);
    const service = await serveWhenReady({ env: { DATABASE_URL: target().url } });
    const call = callerOf(service.url, key);
    const ready = await call({ path: '/readyz' });
    expect([ready.status, JSON.parse(ready.text)]).toMatchObject([200, { status }]);
    const lines = service.log().filter(({ msg }) => msg === 'the clock is behind');
    expect(lines.map(({ fault }) => fault)).toEqual(status === 'ready' ? [] : [expect.stringMatching(/Set the clock/)]);
    expect((await call()).status).toBe(200);
    await service.stop();
  });
});
