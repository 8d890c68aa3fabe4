import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { callerOf, eventually } from '../support/callers.js';
import { faultsOfFeed } from '../support/feed.js';
import { animalStore, serveWhenReady, type RunningService } from '../support/process.js';
import { describeEach, SHARED_STORAGES } from '../support/storages.js';
import type { TestTarget } from '../support/test-storage.js';

const ROUNDS = 20;
const ADDITIONS = 300;

describeEach(SHARED_STORAGES, 'a client that reads the list of two instances as a feed', (kind) => {
  let target: TestTarget;
  let instances: RunningService[] = [];
  beforeEach(async () => {
    target = await kind.newTarget();
  });
  afterEach(async () => {
    for (const instance of instances) await instance.stop();
    await target.drop();
  });

  it('sees every acknowledged animal, in ascending order of id', async () => {
    const env = { DATABASE_URL: target.url };
    expect(await animalStore(['migrate'], { env })).toMatchObject({ code: 0 });
    expect(await animalStore(['accounts', 'create', 'a@example.com'], { env })).toMatchObject({ code: 0 });
    const { stdout } = await animalStore(['keys', 'create', '--account', 'a@example.com', '--json'], { env });
    const { key } = JSON.parse(stdout) as { key: string }; // what the command prints
    instances = await Promise.all([serveWhenReady({ env }), serveWhenReady({ env })]);
    const calls = instances.map(({ url }) => callerOf(url, key));
    const work = (added: () => number) => eventually(() => added() >= ADDITIONS);
    expect(await faultsOfFeed(calls, { rounds: ROUNDS, work })).toEqual([]);
  });
});
