import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { callerOf, eventually, newKeyIn, type Caller } from '../support/callers.js';
import { faultsOfFeed } from '../support/feed.js';
import { serveWhenReady, type RunningService } from '../support/process.js';
import { describeEach, SHARED_STORAGES, targets } from '../support/storages.js';

const FEED = { rounds: 5, additions: 300 };

describeEach(SHARED_STORAGES, 'a client that reads the list of two replicas as a feed', (kind) => {
  const target = targets(kind);
  let services: RunningService[] = [];
  let calls: Caller[] = [];
  beforeEach(async () => {
    const key = await newKeyIn(target().url);
    const env = { DATABASE_URL: target().url, REQUEST_DEADLINE: '60s' };
    services = await Promise.all([serveWhenReady({ env }), serveWhenReady({ env })]);
    calls = services.map(({ url }) => callerOf(url, key));
  });
  afterEach(() => Promise.all(services.map((service) => service.stop())));

  it('sees every acknowledged animal, in ascending order of id', async () => {
    const { rounds, additions } = FEED;
    const work = (added: () => number) => eventually(() => added() >= additions);
    expect(await faultsOfFeed(calls, { rounds, work })).toEqual([]);
  });

  it('is refused by both once the row of its account is deleted by hand', async () => {
    expect(await Promise.all(calls.map((call) => call()))).toMatchObject([{ status: 200 }, { status: 200 }]);
    await target().sql?.query('DELETE FROM accounts');
    for (const call of calls) await eventually(async () => (await call()).status === 401);
  });
});
