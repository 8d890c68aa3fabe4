import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, keepCalling, type Caller } from '../support/callers.js';
import { animalStore, serveWhenReady, type RunningService } from '../support/process.js';
import { describeEach, REPLICATED_STORAGES } from '../support/storages.js';
import type { TestTarget } from '../support/test-storage.js';

const ROUNDS = 20;

describeEach(REPLICATED_STORAGES, 'a replica that stops dead while it adds animals', (kind) => {
  let target: TestTarget;
  let stopping: RunningService;
  let other: RunningService;
  let calls: readonly [Caller, Caller];
  beforeEach(async () => {
    target = await kind.newTarget();
    const env = { DATABASE_URL: target.url, REQUEST_DEADLINE: '60s' };
    await animalStore(['migrate'], { env });
    await animalStore(['accounts', 'create', 'a@example.com'], { env });
    const { stdout } = await animalStore(['keys', 'create', '--account', 'a@example.com', '--json'], { env });
    const { key } = JSON.parse(stdout) as { key: string }; // what the command prints
    [stopping, other] = await Promise.all([serveWhenReady({ env }), serveWhenReady({ env })]);
    calls = [callerOf(stopping.url, key), callerOf(other.url, key)];
  });
  let stop = async () => {};
  afterEach(async () => {
    process.kill(stopping.pid, 'SIGCONT');
    await stop();
    await Promise.all([stopping.stop(), other.stop()]);
    await target.drop();
  });

  it('blocks no addition of another replica, at whatever moment it stops', async () => {
    let added = 0;
    // Both replicas use the same keys at about the same time, so that additions also fail and are rolled back.
    stop = keepCalling(16, async (writer, turn) => {
      const outcome = await calls[writer % 2 === 0 ? 0 : 1](addition(`${writer >> 2}`, `${writer >> 2} ${turn}`));
      if (outcome.status === 201) added++;
    });
    for (let round = 0; round < ROUNDS; round++) {
      const before = added;
      await eventually(() => added >= before + 20 + round);
      process.kill(stopping.pid, 'SIGSTOP');
      for (let each = 0; each < 5; each++) {
        const text = `while it stands still, ${round} ${each}`;
        expect((await calls[1](addition(text))).status).toBe(201);
        expect((await calls[1](addition(text, text))).status).toBe(201);
      }
      process.kill(stopping.pid, 'SIGCONT');
    }
  });
});
