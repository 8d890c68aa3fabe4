import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, keepCalling, type Caller, type Outcome } from '../support/callers.js';
import { Cluster, clusterMissing, urlAt, type Member } from '../support/cluster.js';
import { faultsOfFeed } from '../support/feed.js';
import { askAt, haproxyMissing, hold, startHaproxy } from '../support/haproxy.js';
import { cleanUp } from '../support/at-end.js';
import { animalStore } from '../support/command.js';
import { serveWhenReady, type RunningService } from '../support/process.js';
import { describeUnless } from '../support/requirements.js';

/** Longer than a suspended member goes on as the primary after it resumes, in milliseconds. */
const STALE_MS = 12_000;

/** Longer than HAProxy takes to notice that a server has changed, in milliseconds. */
const CHECKED_MS = 8_000;

/** How long the service may take to serve again, in milliseconds; far longer than it takes on an idle machine. */
const PATIENCE_MS = 180_000;

const missing = clusterMissing() ?? haproxyMissing;

describeUnless(missing, 'Two replicas behind HAProxy on a group of three MySQL servers', () => {
  let cluster: Cluster;
  /** The DATABASE_URL that leads through docs/operations/haproxy.cfg. */
  let url: string;
  /** Ends what was started, last first. */
  const ends: (() => Promise<unknown>)[] = [];
  let key: string;
  let replicas: RunningService[];
  let calls: Caller[];
  let traffic: Traffic;

  beforeAll(async () => {
    cluster = await Cluster.start();
    ends.unshift(() => cluster.remove());
    const haproxy = await startHaproxy(cluster.members.map(({ address }) => address));
    ends.unshift(() => haproxy.stop());
    url = urlAt(`127.0.0.1:${haproxy.port}`);
    const env = { DATABASE_URL: url, REQUEST_DEADLINE: '5s' };
    await eventually(async () => (await animalStore(['migrate'], { env })).code === 0);
    const created = await animalStore(['accounts', 'create', 'owner@example.com'], { env });
    expect(created).toMatchObject({ code: 0 });
    const { stdout } = await animalStore(['keys', 'create', '--account', 'owner@example.com', '--json'], { env });
    ({ key } = JSON.parse(stdout) as { key: string }); // what the command prints
    replicas = await Promise.all([serveWhenReady({ env }), serveWhenReady({ env })]);
    ends.unshift(() => Promise.all(replicas.map((replica) => replica.stop('SIGKILL'))));
    calls = replicas.map(({ url }) => callerOf(url, key));
  });
  afterAll(async () => {
    for (const end of ends) await end();
    cleanUp();
  });

  beforeEach(async () => {
    await cluster.formGroup(); // brings back what a fault left out
    traffic = new Traffic(calls, expect.getState().currentTestName ?? '');
    await served();
  });
  afterEach(() => traffic.stop());

  it('are examined by doctor, which refuses a secondary', async () => {
    const doctor = ({ url }: Member) => animalStore(['doctor'], { env: { DATABASE_URL: url } });
    const [secondary] = await cluster.secondaries();
    if (secondary === undefined) throw new Error('the group has no secondary');
    const refused = { code: 69, stderr: expect.stringMatching(/by read_only; .*DATABASE_URL/) };
    expect(await doctor(secondary)).toMatchObject(refused);
    expect(await doctor(await cluster.primary())).toMatchObject({ code: 0 });
  });

  it('keep serving after the primary role has moved, which closes the connections to the previous primary', async () => {
    const [next] = await cluster.secondaries();
    const { ended } = await hold(url);
    await next?.makePrimary();
    await ended;
    await expectServed();
  });

  it.each<[fault: string, fail: (primary: Member) => unknown, mend: (primary: Member) => unknown]>([
    [
      'was killed, which rejoins by itself',
      (primary) => primary.kill(),
      (primary) => primary.start().then(() => primary.untilOnline()),
    ],
    [
      'has left the group',
      (primary) => primary.run('STOP GROUP_REPLICATION'),
      (primary) => primary.run('START GROUP_REPLICATION'),
    ],
  ])('keep serving after the primary %s', async (_, fail, mend) => {
    const primary = await cluster.primary();
    await fail(primary);
    await served();
    await mend(primary);
    await expectServed();
  });

  it('keep serving after a member was killed while another one still joins', async () => {
    const primary = await cluster.primary();
    const [joining, killed] = await cluster.secondaries();
    if (joining === undefined || killed === undefined) throw new Error('the group has no two secondaries');
    // With a wrong password it fetches nothing, so it joins without an end.
    await joining.run(
      'STOP GROUP_REPLICATION',
      "CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD = 'wrong' FOR CHANNEL 'group_replication_recovery'",
      'START GROUP_REPLICATION',
    );
    await eventually(async () => (await joining.state())?.state === 'RECOVERING', PATIENCE_MS);
    await killed.kill();
    const members = () => primary.run('SELECT member_id FROM performance_schema.replication_group_members');
    await eventually(async () => (await members()).length === 2, PATIENCE_MS);
    await sleep(CHECKED_MS); // the subject: HAProxy still leads to the primary after it has checked it
    await expectServed();
    await joining.run('STOP GROUP_REPLICATION');
    await killed.start();
    await killed.untilOnline();
  });

  it('read nothing old from a former primary that was suspended and does not know its successor yet', async () => {
    const [primary, ...others] = cluster.members; // HAProxy prefers the first
    if (!(await primary.isPrimary())) await primary.makePrimary();
    const watch = watchNewest(url, () => traffic.newest);
    await eventually(() => watch.answers.length > 20);
    primary.stall();
    await eventually(async () => (await Promise.all(others.map((other) => other.isPrimary()))).includes(true));
    const before = traffic.acknowledged.size;
    await eventually(() => traffic.acknowledged.size > before + 20);
    primary.resume();
    await sleep(STALE_MS); // the subject: no answer is stale during this time

    await watch.stop();
    expect(watch.answers.filter((answer) => answer.newest < answer.known)).toEqual([]);
    await expectServed();
  });

  it('show every acknowledged animal to a client that reads the list as a feed, while the primary role moves 20 times', async () => {
    await traffic.stop();
    const moveRole = async (added: () => number) => {
      await eventually(() => added() >= 50);
      const [next] = await cluster.secondaries();
      await next?.makePrimary();
      await cluster.untilAllOnline();
      const before = added();
      await eventually(() => added() >= before + 50);
    };
    expect(await faultsOfFeed(calls, { rounds: 20, work: moveRole })).toEqual([]);
  });

  it('add one animal for concurrent additions with one key at two primaries, and refuse to migrate with two primaries', async () => {
    await traffic.stop();
    // A member that a busy machine holds up must not be expelled while the mode changes: it could not rejoin.
    await expelAfter(600);
    await (await cluster.primary()).run('SELECT group_replication_switch_to_multi_primary_mode()');
    const [first, second] = cluster.members;
    const atMembers = await Promise.all(
      [first, second].map((member) => serveWhenReady({ env: { DATABASE_URL: member.url, REQUEST_DEADLINE: '10s' } })),
    );
    const racing = atMembers.map(({ url }) => callerOf(url, key));
    for (let turn = 0; turn < 50; turn++) {
      const name = `race ${turn}`;
      const outcomes = await Promise.all([...racing, ...racing].map((call) => call(addition(name, name))));
      expect(outcomes.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(new Set(outcomes.map(({ text }) => text)).size).toBe(1);
    }
    const rows = await first.run(
      "SELECT name FROM animal_store.pets WHERE name LIKE 'race %' GROUP BY name HAVING COUNT(*) = 1",
    );
    expect(rows).toHaveLength(50);
    await Promise.all(atMembers.map((service) => service.stop()));

    await first.run('CREATE DATABASE other', 'GRANT ALL ON other.* TO animal_store@`%`');
    const env = { DATABASE_URL: first.url.replace(/animal_store$/, 'other') };
    const refused = await animalStore(['migrate'], { env });
    expect(refused).toMatchObject({ code: 69 });
    expect(refused.stderr).toContain('group_replication_switch_to_single_primary_mode()');
    await first.run('SELECT group_replication_switch_to_single_primary_mode()');
    await expelAfter(0);
    const primary = await cluster.primary();
    const moved = { DATABASE_URL: primary.url.replace(/animal_store$/, 'other') };
    expect(await animalStore(['migrate'], { env: moved })).toMatchObject({ code: 0 });
  });

  it('list animals and stay ready without a majority, and add animals again when it is back', async () => {
    // Through HAProxy nothing leads to a member that has lost the majority.
    const primary = await cluster.primary();
    const env = { DATABASE_URL: primary.url, REQUEST_DEADLINE: '5s' };
    const service = await serveWhenReady({ env });
    const call = callerOf(service.url, key);
    const secondaries = await cluster.secondaries();
    for (const secondary of secondaries) secondary.stall();
    await eventually(async () => (await call(addition('without a majority'))).status === 503, PATIENCE_MS);
    for (const path of ['/readyz', '/v1/pets']) expect((await call({ path })).status).toBe(200);
    for (const secondary of secondaries) secondary.resume();
    await cluster.formGroup();
    await cluster.untilAllOnline();
    // The two that were suspended may have taken the role from the third one, when they woke up together.
    if (!(await primary.isPrimary())) await primary.makePrimary();
    await eventually(async () => (await call(addition('with a majority'))).status === 201, PATIENCE_MS);
    await service.stop();
    await expectServed();
  });

  async function expelAfter(seconds: number): Promise<void> {
    for (const member of cluster.members) {
      await member.run(`SET GLOBAL group_replication_member_expel_timeout = ${seconds}`);
    }
  }

  /** Waits until each replica answers every kind of call and is ready. */
  async function served(since = performance.now()): Promise<void> {
    await eventually(async () => {
      const ready = await Promise.all(calls.map((call) => call({ path: '/readyz' })));
      if (ready.some(({ status }) => status !== 200)) return false;
      return (['add', 'add once', 'list'] as const).every((kind) => {
        const done = traffic.calls.filter((call) => call.at > since && call.kind === kind);
        const last = done.slice(-2 * calls.length);
        return last.length === 2 * calls.length && last.every(({ status }) => status < 300);
      });
    }, PATIENCE_MS);
  }

  /** Expects that the service has recovered by itself, with 200, 201 and 503 only, and nothing lost or added twice. */
  async function expectServed(): Promise<void> {
    await served();
    const recovered = traffic.acknowledged.size;
    await eventually(() => traffic.acknowledged.size > recovered + 20);
    await traffic.stop();
    const primary = await cluster.primary();
    const rows = await primary.run('SELECT name FROM animal_store.pets');
    expect(traffic.lostOrDoubled(rows.map(({ name }) => String(name)))).toEqual([]);
    expect(replicas.flatMap((replica) => replica.log().filter(({ msg }) => msg === 'request failed'))).toEqual([]);
    const statuses = traffic.calls.map(({ status }) => status).filter((status) => status !== 503);
    expect(new Set(statuses)).toEqual(new Set([200, 201]));
  }
});

/** Asks for the newest animal over one new connection after another. @param known the newest that was acknowledged */
function watchNewest(url: string, known: () => number) {
  const answers: { newest: number; known: number }[] = [];
  const stop = keepCalling(1, async () => {
    const atLeast = known();
    const row = await askAt(url, 'SELECT MAX(id) AS newest FROM pets');
    if (row !== undefined) answers.push({ newest: Number(row.newest), known: atLeast });
    await sleep(50); // bounds the load; nothing waits for this time
  });
  return { answers, stop };
}

/** The pause of a caller between two calls, in milliseconds. It bounds the load. */
const PAUSE_MS = 20;

interface TimedCall extends Outcome {
  readonly kind: 'add' | 'add once' | 'list';
  /** The instant of the outcome, in milliseconds since the process started. */
  readonly at: number;
}

/** Callers of several replicas that add and list animals without a break. */
class Traffic {
  readonly calls: TimedCall[] = [];
  /** The ids of the animals whose addition got the response 201, by their names. */
  readonly acknowledged = new Map<string, number>();
  readonly stop: () => Promise<void>;

  /** @param prefix the start of every name, which distinguishes the traffic of several tests */
  constructor(
    replicas: readonly Caller[],
    private readonly prefix: string,
  ) {
    const kinds = replicas.flatMap((call) => [
      (name: string) => this.add(call, name),
      (name: string) => this.addOnce(call, name),
      (name: string) => this.addOnce(call, name),
      () => this.record('list', call({ path: '/v1/pets?limit=5' })),
    ]);
    this.stop = keepCalling(kinds.length, async (caller, turn) => {
      await kinds[caller]?.(`${prefix} ${caller} ${turn}`);
      await sleep(PAUSE_MS);
    });
  }

  /** The greatest id of an acknowledged animal. */
  get newest(): number {
    return Math.max(0, ...this.acknowledged.values());
  }

  /** @param names the names of the animals in the store, each as often as it occurs */
  lostOrDoubled(names: readonly string[]): string[] {
    const kept = new Map<string, number>();
    for (const name of names) if (name.startsWith(`${this.prefix} `)) kept.set(name, (kept.get(name) ?? 0) + 1);
    const lost = [...this.acknowledged.keys()].filter((name) => !kept.has(name)).map((name) => `lost: ${name}`);
    const doubled = [...kept].filter(([, count]) => count > 1).map(([name]) => `doubled: ${name}`);
    return [...lost, ...doubled];
  }

  private async add(call: Caller, name: string): Promise<void> {
    this.acknowledge(name, await this.record('add', call(addition(name))));
  }

  /** Repeats the request until the response is 201, as a client does. */
  private async addOnce(call: Caller, name: string): Promise<void> {
    for (let attempt = 0; attempt < 1000; attempt++) {
      const outcome = await this.record('add once', call(addition(name, name)));
      this.acknowledge(name, outcome);
      if (outcome.status !== 503) return;
      await sleep(PAUSE_MS);
    }
  }

  private acknowledge(name: string, { status, text }: Outcome): void {
    if (status === 201) this.acknowledged.set(name, Number(/"id":(\d+)/.exec(text)?.[1]));
  }

  private async record(kind: TimedCall['kind'], call: Promise<Outcome>): Promise<Outcome> {
    const outcome = await call;
    this.calls.push({ ...outcome, kind, at: performance.now() });
    return outcome;
  }
}
