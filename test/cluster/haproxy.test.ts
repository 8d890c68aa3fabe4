import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, keepCalling, type Caller } from '../support/callers.js';
import { Cluster, clusterMissing, urlAt } from '../support/cluster.js';
import { askAt, haproxyMissing, hold, startHaproxy } from '../support/haproxy.js';
import { animalStore, cleanUp, serveWhenReady } from '../support/process.js';
import { describeUnless } from '../support/requirements.js';

/** Longer than a primary takes itself for one after it was suspended, in milliseconds. */
const STALE_MS = 12_000;

describeUnless(clusterMissing() ?? haproxyMissing, 'docs/operations/haproxy.cfg', () => {
  let cluster: Cluster;
  let url: string;
  let calls: Caller[];
  /** Ends what was started, last first. */
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    cluster = await Cluster.start();
    ends.unshift(() => cluster.remove());
    const haproxy = await startHaproxy(cluster.members.map(({ address }) => address));
    ends.unshift(() => haproxy.stop());
    url = urlAt(`127.0.0.1:${haproxy.port}`);
    const env = { DATABASE_URL: url };
    await eventually(async () => (await animalStore(['migrate'], { env })).code === 0);
    await animalStore(['accounts', 'create', 'owner@example.com'], { env });
    const { stdout } = await animalStore(['keys', 'create', '--account', 'owner@example.com', '--json'], { env });
    const { key } = JSON.parse(stdout) as { key: string }; // what the command prints
    const replicas = await Promise.all([serveWhenReady({ env }), serveWhenReady({ env })]);
    calls = replicas.map((replica) => callerOf(replica.url, key));
  });
  afterAll(async () => {
    cleanUp();
    for (const end of ends) await end();
  });

  it('leads to the primary, and closes the connections to the previous primary after a switch', async () => {
    const [first, second] = cluster.members;
    for (const primary of [second, first]) {
      const { ended } = await hold(url);
      await primary.makePrimary();
      await ended;
      await eventually(async () => (await newest(url)) !== undefined);
      expect(await cluster.primary()).toBe(primary);
    }
  });

  it('does not lead to a former primary that was suspended and does not know its successor yet', async () => {
    const [primary, ...others] = cluster.members; // HAProxy prefers the first
    const readers = calls.map((call) => readBack(call));
    const ids = () => readers.flatMap((reader) => reader.ids);
    const watch = watchNewest(url, () => Math.max(0, ...ids()));
    await eventually(() => ids().length > 20);
    expect(await cluster.primary()).toBe(primary);

    primary.stall();
    await eventually(async () => (await Promise.all(others.map((other) => other.isPrimary()))).includes(true));
    const before = ids().length;
    await eventually(() => ids().length > before + 20);
    primary.resume();
    await sleep(STALE_MS); // the subject: no answer is stale during this time

    await Promise.all([watch, ...readers].map((each) => each.stop()));
    expect(watch.answers.length).toBeGreaterThan(20);
    expect(watch.answers.filter((answer) => answer.newest < answer.known)).toEqual([]);
    expect(readers.flatMap(({ missed }) => missed)).toEqual([]);

    await cluster.formGroup();
    await cluster.untilAllOnline();
    const rows = await primary.run('SELECT id FROM animal_store.pets');
    expect(rows.map(({ id }) => Number(id))).toEqual(expect.arrayContaining(ids()));
  });
});

/** Adds animals, and reads each back at once; `missed` are those that were not there. */
function readBack(call: Caller) {
  const ids: number[] = [];
  const missed: number[] = [];
  const stop = keepCalling(1, async (_, turn) => {
    const { status, text } = await call(addition(`read back ${turn}`, randomUUID()));
    if (status === 201) {
      const { id } = JSON.parse(text) as { id: number }; // an animal
      ids.push(id);
      if ((await call({ path: `/v1/pets/${id}` })).status === 404) missed.push(id);
    }
    await sleep(20); // bounds the load; nothing waits for this time
  });
  return { ids, missed, stop };
}

/** Asks for the newest animal over one new connection after another. @param known the newest that was acknowledged */
function watchNewest(url: string, known: () => number) {
  const answers: { newest: number; known: number }[] = [];
  const stop = keepCalling(1, async () => {
    const atLeast = known();
    const found = await newest(url);
    if (found !== undefined) answers.push({ newest: found, known: atLeast });
    await sleep(50); // bounds the load; nothing waits for this time
  });
  return { answers, stop };
}

async function newest(url: string): Promise<number | undefined> {
  const row = await askAt(url, 'SELECT MAX(id) AS newest FROM pets');
  return row === undefined ? undefined : Number(row.newest);
}
