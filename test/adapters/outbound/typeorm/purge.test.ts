import { expect, it, jest } from '@jest/globals';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import { SESSION } from '../../../../src/adapters/outbound/typeorm/entities.js';
import { DatabaseUnavailable } from '../../../../src/adapters/outbound/typeorm/errors.js';
import { purgeBefore } from '../../../../src/adapters/outbound/typeorm/purge.js';
import { eventually } from '../../../support/eventually.js';
import { benchOn, describeEach, SQL_SERVERS, SQL_STORAGES } from '../../../support/storages.js';

const LONG_AGO = 1000;
const ROWS = 1000;
const EXPIRY = { entity: SESSION, key: 'hash', column: 'lastSeenAt' } as const;

const sessionOf = (n: number) => ({
  hash: n.toString(16).padStart(64, '0'),
  account_id: n,
  created_at: LONG_AGO,
  last_seen_at: LONG_AGO,
});

describeEach(SQL_STORAGES, 'a purge', (kind) => {
  const bench = benchOn(kind);

  /**
   * Returns a database with sessions that have expired.
   * @param onCall called when each call has begun
   */
  async function withSessions(onCall: () => unknown = () => undefined, count = ROWS): Promise<Database> {
    const database = await bench.migrated();
    const rows = Array.from({ length: count }, (_, n) => sessionOf(n));
    await bench.target().sql.fill('sessions', rows);
    const execute: Database['execute'] = (work, options) =>
      database.execute((connection) => {
        const result = work(connection);
        onCall();
        return result;
      }, options);
    return Object.assign(Object.create(database) as Database, { execute });
  }

  const purge = (database: Database, pause: (ms: number) => Promise<unknown>) =>
    purgeBefore(database, EXPIRY, new Date(LONG_AGO + 1), pause);

  const left = async () => Number((await bench.target().sql.query('SELECT COUNT(*) AS count FROM sessions'))[0]?.count);

  it.each([
    ['grow while they are fast', 1, [900, 700, 500]],
    ['shrink while they are slow, to a least size', 100, [900, 850, 825, 800]],
  ])('has batches that %s, and pauses for as long as each took', async (_, statementMs, expected) => {
    let time = Math.ceil(performance.now());
    const database = await withSessions(() => (time += statementMs));
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
    const pauses: { ms: number; left: number }[] = [];
    const pause = async (ms: number) => pauses.push({ ms, left: await left() });
    await purge(database, pause).finally(() => clock.mockRestore());
    const first = expected.map((rows) => ({ ms: statementMs, left: rows }));
    expect(pauses.slice(0, expected.length)).toEqual(first);
    expect(await left()).toBe(0);
  });

  it('of nothing leaves the fault of the last write', async () => {
    const database = await bench.migrated();
    database.writeFault = new DatabaseUnavailable(new Error('full'), 'failing');
    await purge(database, () => Promise.resolve());
    expect(database.writeFault).toBeDefined();
  });

  it('deletes every row if the database is fast at first, and slow then', async () => {
    let time = Math.ceil(performance.now());
    let calls = 0;
    const database = await withSessions(() => (time += calls++ < 5 ? 1 : 100), 5 * ROWS);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
    await purge(database, () => Promise.resolve()).finally(() => clock.mockRestore());
    expect(await left()).toBe(0);
  });

  it('takes turns with the other purges of the database, batch by batch', async () => {
    const database = await withSessions();
    const order: string[] = [];
    const named = (name: string) => purge(database, async () => order.push(name));
    await Promise.all([named('one'), named('other')]);
    expect(order.slice(0, 4)).toEqual(['one', 'other', 'one', 'other']);
    expect(await left()).toBe(0);
  });

  it('goes on from the last instant, and leaves what appeared before it to the next purge', async () => {
    const database = await withSessions();
    let isLate = false;
    await purge(database, async () => {
      if (isLate) return;
      isLate = true;
      await bench.target().sql.fill('sessions', [{ ...sessionOf(ROWS), last_seen_at: LONG_AGO - 1 }]);
    });
    expect(await left()).toBe(1);
    await purge(database, () => Promise.resolve());
    expect(await left()).toBe(0);
  });
});

describeEach(SQL_SERVERS, 'a purge', (kind) => {
  const bench = benchOn(kind);

  it('leaves the rows to a replica that has deleted those of a batch at the same time', async () => {
    const database = await bench.migrated();
    const { sql } = bench.target();
    await sql.fill(
      'sessions',
      Array.from({ length: ROWS }, (_, n) => sessionOf(n)),
    );
    const isWaiting = async () =>
      (await sql.query('SHOW PROCESSLIST')).some(({ Info }) =>
        /^DELETE FROM `?sessions`? WHERE `?hash/.test(String(Info)),
      );
    let purge: Promise<void> | undefined;
    await database.transaction(async (replica) => {
      await replica.query(`DELETE FROM sessions WHERE account_id < ${ROWS - 1}`);
      purge = purgeBefore(database, EXPIRY, new Date(LONG_AGO + 1));
      await eventually(isWaiting); // The purge has found its first rows.
    });
    await purge;
    const left = await sql.query('SELECT hash FROM sessions');
    expect(left).toEqual([{ hash: sessionOf(ROWS - 1).hash }]);
  });
});
