import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Cluster, describeCluster, type Member } from '../support/cluster.js';
import { addition, callerOf, eventually, type Caller } from '../support/callers.js';
import { relayToPrimary, type PrimaryRelay } from '../support/primary-relay.js';
import { faultsOfFeed } from '../support/feed.js';
import { animalStore, cleanUp, serveWhenReady, type RunningService } from '../support/process.js';
import { Traffic } from '../support/traffic.js';

/** How long the service may take to serve again, in milliseconds; far longer than it takes on an idle machine. */
const PATIENCE_MS = 180_000;

describeCluster('Two replicas on a group of three MySQL servers', () => {
  let cluster: Cluster;
  let relay: PrimaryRelay;
  /** Ends what was started, last first. */
  const ends: (() => Promise<unknown>)[] = [];
  let key: string;
  let replicas: RunningService[];
  let calls: Caller[];
  let traffic: Traffic;
  /** When the fault began, in milliseconds since the process started. */
  let fault: number;

  beforeAll(async () => {
    cluster = await Cluster.start();
    ends.unshift(() => cluster.remove());
    relay = await relayToPrimary(cluster);
    ends.unshift(() => relay.close());
    const env = { DATABASE_URL: relay.url, REQUEST_DEADLINE: '5s' };
    expect(await animalStore(['migrate'], { env })).toMatchObject({ code: 0 });
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
    relay.cutsOnSwitch = true;
    traffic = new Traffic(calls, expect.getState().currentTestName ?? '');
    await served();
  });
  afterEach(() => traffic.stop());

  it('are examined by doctor, which refuses a secondary, and reports a member that the group has lost', async () => {
    const doctor = ({ url }: Member) => animalStore(['doctor'], { env: { DATABASE_URL: url } });
    const [secondary] = await cluster.secondaries();
    if (secondary === undefined) throw new Error('the group has no secondary');
    expect(await doctor(secondary)).toMatchObject({
      code: 69,
      stderr: expect.stringContaining('the server is read-only; set DATABASE_URL to a proxy that leads to the primary'),
    });
    expect(await doctor(await cluster.primary())).toMatchObject({ code: 0 });
    await secondary.run('STOP GROUP_REPLICATION');
    const { code, stdout } = await doctor(await cluster.primary());
    expect(code).toBe(1);
    expect(stdout).toContain('\nFAULT 2 of 3 members of the group are online. Start all members, ');
    await secondary.run('START GROUP_REPLICATION');
  });

  it('keep serving after the primary role has moved, even if their connections stay open', async () => {
    relay.cutsOnSwitch = false;
    const [next] = await cluster.secondaries();
    begin();
    await next?.makePrimary();
    await expectServed();
  });

  it.each<[fault: string, fail: (primary: Member) => unknown, mend: (primary: Member) => unknown]>([
    [
      'was killed, which rejoins by itself',
      (primary) => primary.kill(),
      (primary) => primary.start().then(() => primary.untilOnline()),
    ],
    ['was suspended, and after it is resumed', (primary) => primary.stall(), (primary) => primary.resume()],
    [
      'has left the group',
      (primary) => primary.run('STOP GROUP_REPLICATION'),
      (primary) => primary.run('START GROUP_REPLICATION'),
    ],
  ])('keep serving after the primary %s', async (_, fail, mend) => {
    const primary = await cluster.primary();
    begin();
    await fail(primary);
    await served();
    await mend(primary);
    await expectServed();
  });

  it('keep serving while one member after another is restarted after the primary role has moved away from it', async () => {
    begin();
    for (const member of cluster.members) {
      if (await member.isPrimary()) await cluster.members.find((other) => other !== member)?.makePrimary();
      await member.stop();
      await member.start();
      await member.untilOnline();
    }
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
    const secondaries = await cluster.secondaries();
    begin();
    for (const secondary of secondaries) secondary.stall();
    await eventually(() => traffic.since(fault, 'add').some(({ status }) => status === 503), PATIENCE_MS);
    for (const call of calls) expect((await call({ path: '/readyz' })).status).toBe(200);
    const lists = () => traffic.since(fault, 'list');
    await eventually(() => lists().length > 20);
    expect(new Set(lists().map(({ status }) => status))).toEqual(new Set([200]));
    for (const secondary of secondaries) secondary.resume();
    await expectServed();
  });

  function begin(): void {
    fault = performance.now();
  }

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
        const last = traffic.since(since, kind).slice(-2 * calls.length);
        return last.length === 2 * calls.length && last.every(({ status }) => status < 300);
      });
    }, PATIENCE_MS);
  }

  /** The service is back by itself, answered nothing but 200, 201 and 503, lost nothing and doubled nothing. */
  async function expectServed(): Promise<void> {
    await served();
    const recovered = traffic.acknowledged.size;
    await eventually(() => traffic.acknowledged.size > recovered + 20);
    await traffic.stop();
    const primary = await cluster.primary();
    const rows = await primary.run('SELECT name FROM animal_store.pets');
    expect(traffic.lostOrDoubled(rows.map(({ name }) => String(name)))).toEqual([]);
    expect(replicas.flatMap((replica) => replica.log().filter(({ msg }) => msg === 'request failed'))).toEqual([]);
    const { statuses } = traffic;
    statuses.delete(503);
    expect(statuses).toEqual(new Set([200, 201]));
  }
});
