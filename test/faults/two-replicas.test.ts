import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, keepCalling, newKeyIn, type Caller } from '../support/callers.js';
import { faultsOfFeed } from '../support/feed.js';
import { serveWhenReady, type RunningService } from '../support/process.js';
import { describeEach, REPLICATED_STORAGES, SHARED_STORAGES, targets } from '../support/storages.js';
import type { TestStorageKind } from '../support/test-storage.js';

const FEED = { rounds: 5, additions: 300 };

/** Two services on one new store for each test. */
function replicasOn(kind: TestStorageKind) {
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
  return { calls: () => calls, stopping: () => services[0]?.pid ?? 0 };
}

describeEach(SHARED_STORAGES, 'a client that reads the list of two replicas as a feed', (kind) => {
  const { calls } = replicasOn(kind);

  it('sees every acknowledged animal, in ascending order of id', async () => {
    const { rounds, additions } = FEED;
    const work = (added: () => number) => eventually(() => added() >= additions);
    expect(await faultsOfFeed(calls(), { rounds, work })).toEqual([]);
  });
});

describeEach(REPLICATED_STORAGES, 'a replica that is suspended while it adds animals', (kind) => {
  const { calls, stopping } = replicasOn(kind);

  it('delays the additions of another replica, and prevents none of them', async () => {
    const [call, other] = calls() as [Caller, Caller]; // replicasOn starts two
    let added = 0;
    // Both replicas use the same keys at about the same time, so that additions also fail and are rolled back.
    const stop = keepCalling(16, async (writer, turn) => {
      const add = writer % 2 === 0 ? call : other;
      const { status } = await add(addition(`${writer >> 2}`, `${writer >> 2} ${turn}`));
      if (status === 201) added++;
    });
    try {
      await eventually(() => added >= 20);
      process.kill(stopping(), 'SIGSTOP');
      await eventually(async () => (await other(addition('while it is stopped'))).status === 201);
      expect((await other(addition('while it is stopped', 'key'))).status).toBe(201);
    } finally {
      process.kill(stopping(), 'SIGCONT');
      await stop();
    }
  });
});
