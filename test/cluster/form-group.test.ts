import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Cluster, clusterMissing } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { portOf } from '../support/relay.js';
import { describeUnless } from '../support/requirements.js';

describeUnless(clusterMissing(), 'docs/operations/form-group', () => {
  let cluster: Cluster;
  let written = 0;

  beforeAll(async () => {
    cluster = await Cluster.start();
    const primary = await cluster.primary();
    await primary.run('CREATE TABLE animal_store.written (number INT PRIMARY KEY)');
  });
  afterAll(() => cluster.remove());
  beforeEach(() => cluster.untilAllOnline());

  it('changes nothing in a group that is complete', async () => {
    const primary = await cluster.primary();
    const history = () => primary.run('SELECT @@gtid_executed');
    const before = await history();
    expect(await cluster.formGroup()).toBe(
      `in the group: ${cluster.members.map(({ address }) => address).join(' ')}\n`,
    );
    expect(await history()).toEqual(before);
    expect(await cluster.primary()).toBe(primary);
  });

  it('finds the group incomplete while a member does not run or is not in the group', async () => {
    const [first] = cluster.members;
    expect(cluster.isComplete()).toBe(true);
    await first.run('STOP GROUP_REPLICATION');
    expect(cluster.isComplete()).toBe(false);
    await first.stop();
    expect(cluster.isComplete()).toBe(false);
    await first.start();
    await eventually(() => cluster.isComplete()); // The other members see it a moment later than it sees itself.
  });

  it('lets a member join again after the service got another password and users were dropped, and creates no user', async () => {
    const [first] = cluster.members;
    await first.run('STOP GROUP_REPLICATION');
    await (await cluster.primary()).run("ALTER USER animal_store@`%` IDENTIFIED BY 'changed'", 'DROP USER health@`%`');
    await write();
    await cluster.formGroup({ MYSQL_PASSWORD: 'changed' });
    await cluster.untilAllOnline();
    expect(await first.run("SELECT user FROM mysql.user WHERE user IN ('animal_store', 'health')")).toHaveLength(1);
  });

  it('forms the group again after all members stopped, once all answer, starting with a member that has every transaction', async () => {
    const [first, second, third] = cluster.members;
    await first.stop();
    await write();
    for (const member of [second, third]) await member.stop();
    for (const member of [second, third]) await member.start();
    await expect(cluster.formGroup()).rejects.toThrow(/Can't connect to MySQL server on '127\.0\.0\.1/);
    await first.start();
    expect(await cluster.formGroup()).toMatch(new RegExp(`^${second.address} forms the group$`, 'm'));
    await expectNothingLost();
    expect(await second.run("SELECT user FROM mysql.user WHERE user = 'health'")).toEqual([]);
  });

  it('restores the group after the loss of two of three members, if it runs with the parameter watch', async () => {
    const watch = cluster.watchGroup();
    try {
      await write();
      const [first, second, third] = cluster.members;
      for (const member of [second, third]) await member.kill();
      for (const member of [second, third]) await member.start();
      await expectNothingLost();
      expect(await first.state()).toMatchObject({ state: 'ONLINE' });
      await watch.untilItPrints(`${first.address} forms the group`);
    } finally {
      await watch.stop();
    }
  });

  it('forms no group if every member lacks transactions of another one', async () => {
    for (const member of cluster.members) await member.run('STOP GROUP_REPLICATION');
    for (const member of cluster.members) {
      await member.run('SET GLOBAL super_read_only = OFF', `CREATE DATABASE of_${portOf(member.url)}`);
    }
    await expect(cluster.formGroup()).rejects.toThrow('Each server lacks transactions of another one');
    expect(await cluster.primaryNow()).toBeUndefined();
  });

  async function write(): Promise<void> {
    await (await cluster.primary()).run(`INSERT INTO animal_store.written VALUES (${++written})`);
  }

  async function expectNothingLost(): Promise<void> {
    await cluster.untilAllOnline();
    await write();
    const primary = await cluster.primary();
    expect(await primary.run('SELECT number FROM animal_store.written')).toHaveLength(written);
  }
});
