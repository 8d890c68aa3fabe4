import { expect, it, jest } from '@jest/globals';
import { NEEDED } from '../../../../src/adapters/outbound/typeorm/rights.js';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { apiKey, CAT, NOON, use } from '../../../support/examples.js';
import { benchOn, describeEach, describeEachDatabase, having, open } from '../../../support/storages.js';
import type { Rights } from '../../../support/test-storage.js';

const LATER = new Date(NOON.getTime() + 60_000);

describeEachDatabase('the diagnosis of a store', (bench) => {
  it('finds no fault in a healthy store', async () => {
    const findings = await new TypeormSchema(await bench.migrated()).diagnose();
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings[0]).toEqual({ check: 'schema', ok: true, message: 'The schema is up to date.' });
  });

  it('reports a newer schema, but not as a fault', async () => {
    const schema = new TypeormSchema(await bench.migrated());
    await bench.target().sql.fill('migrations', [{ timestamp: 9999999999999, name: 'FromTomorrow9999999999999' }]);
    const message = expect.stringMatching(/^The schema is newer than this program: FromTomorrow9999999999999\./);
    expect((await schema.diagnose())[0]).toEqual({ check: 'schema', ok: true, message });
  });
});

describeEach(having('newServer'), 'the diagnosis of a server', (kind) => {
  const bench = benchOn(kind);

  it.each([
    [60_000, 'behind'],
    [-60_000, 'ahead of'],
  ])('finds a clock that differs by %d ms', async (offset, direction) => {
    const schema = new TypeormSchema(await bench.migrated());
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + offset);
    const findings = await schema.diagnose();
    clock.mockRestore();
    const message = expect.stringMatching(
      new RegExp(`^The clock of the database is \\d+ ms ${direction} that of this machine\\.$`),
    );
    expect(findings.filter(({ ok }) => !ok)).toMatchObject([{ check: 'clock', message }]);
  });
});

describeEach(having('users'), 'the diagnosis of a server', (kind) => {
  const bench = benchOn(kind);
  const { rightsToLock } = kind.users;

  /** What the service does with each table that the engine has. */
  async function needed(): Promise<typeof NEEDED> {
    const tables = await bench.target().sql.tables();
    return Object.fromEntries(Object.entries(NEEDED).filter(([table]) => tables.includes(table)));
  }

  /** The least rights that a user needs on each table. */
  async function leastRights(): Promise<Record<string, readonly string[]>> {
    const tables = Object.entries(await needed()).map(([table, rights]): [string, readonly string[]] => [
      table,
      rights.flatMap((right) => (right === 'LOCK' ? rightsToLock : [right])),
    ]);
    return { ...Object.fromEntries(tables), migrations: ['SELECT'] };
  }

  async function as(rights: Rights) {
    return open({ url: await kind.users.add(bench.target().url, rights), drop: async () => {} }, { migrate: false });
  }

  async function faultsOf(rights: Rights) {
    const storage = await as(rights);
    const findings = await storage.diagnose?.();
    await storage.close();
    return findings?.filter(({ ok }) => !ok).map(({ check, message }) => `${check}: ${message}`);
  }

  it('finds each right that is missing', async () => {
    await bench.migrated();
    const changes = Object.entries(await needed()).flatMap(([table, rights]) =>
      rights
        .filter((right) => (right === 'LOCK' ? rightsToLock : [right]).some((each) => /UPDATE|DELETE/.test(each)))
        .map((right) => `${right} ${table}`),
    );
    const [fault, ...others] = (await faultsOf(['SELECT', 'INSERT'])) ?? [];
    expect(others).toEqual([]);
    const [, listed = ''] =
      /^rights: The store refuses these statements: (.+?)\. The first refusal: .*denied/.exec(fault ?? '') ?? [];
    expect(listed.split(', ').toSorted()).toEqual(changes.toSorted());
  });

  it.each(Object.keys(NEEDED))('finds that only one table cannot be used: %s', async (table) => {
    await bench.migrated();
    const least = await leastRights();
    if (!(table in least)) return; // this engine has no use for the table
    const rest = least[table]?.length === 1 ? [] : ['SELECT'];
    const faults = await faultsOf({ ...least, [table]: rest });
    expect(faults).toEqual([
      expect.stringMatching(new RegExp(`^rights: The store refuses these statements: [A-Z]+ ${table}\\b`)),
    ]);
  });

  it('reports a missing right after a write was refused, until it is granted', async () => {
    await bench.migrated();
    const url = await kind.users.add(bench.target().url, { ...(await leastRights()), pets: ['SELECT'] });
    const { pets, sessions, schema } = await open({ url, drop: async () => {} }, { migrate: false });
    expect(await schema.writeFault()).toBeUndefined();
    await expect(pets.add(CAT)).rejects.toThrow('The store refused a statement');
    expect(await schema.writeFault()).toMatch(/until its operator grants the service a right/);
    await sessions.add({ hash: '1'.repeat(64), accountId: 1n, createdAt: NOON, lastSeenAt: NOON });
    expect(await schema.writeFault()).toBeDefined();
    await bench.target().sql.query(`GRANT INSERT ON pets TO ${new URL(url).username}`);
    expect(await schema.writeFault()).toBeUndefined();
    await pets.add(CAT);
  });

  it('finds no fault in the minimal rights, which are enough for all work of the service, and changes no row', async () => {
    await bench.migrated();
    expect(await faultsOf(await leastRights())).toEqual([]);
    for (const table of Object.keys(await needed()).filter((each) => each !== 'add_order'))
      expect(await bench.target().sql.query(`SELECT * FROM ${table}`)).toEqual([]);

    const { pets, accounts, apiKeys, sessions, throttle, schema } = await as(await leastRights());
    const [limit, session] = [
      { attempts: 1, periodMs: 1 },
      { hash: '1'.repeat(64), accountId: 1n },
    ];
    await schema.check();
    await pets.add(CAT);
    expect((await pets.addOnce(CAT, use('key'))).replayed).toBe(false);
    expect((await pets.addOnce(CAT, use('key'))).replayed).toBe(true);
    await pets.purgeIdempotencyKeys(LATER);
    const { id } = await accounts.add({ email: 'jane@example.com', createdAt: NOON });
    await accounts.setPasswordHash(id, 'hash');
    await accounts.remove(id);
    await apiKeys.add(apiKey(1));
    await apiKeys.recordUse(apiKey(1).prefix, NOON);
    await apiKeys.revoke(apiKey(1).prefix, NOON);
    await apiKeys.purge(LATER);
    await sessions.add({ ...session, createdAt: NOON, lastSeenAt: NOON });
    await sessions.recordUse(session.hash, LATER);
    await sessions.purge(LATER, LATER);
    await throttle.count('jane', limit);
    await throttle.refund('jane', limit);
    await throttle.purgeExpired();
    expect(await pets.list({ limit: 10 })).toHaveLength(2);
  });
});

describeEachDatabase('the diagnosis of a store without a schema', (bench) => {
  it('advises about rights only if the storage has them', async () => {
    const database = await bench.connect();
    const [schema] = await new TypeormSchema(database).diagnose();
    const hasUsers = new URL(bench.target().url).username !== '';
    const { rights } = database.dialect;
    expect(rights !== undefined).toBe(hasUsers);
    expect(schema).toMatchObject({ ok: false, fix: rights?.migration ?? 'Run animal-store migrate.' });
  });
});
