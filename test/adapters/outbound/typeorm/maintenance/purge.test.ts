import { expect, it, jest } from '@jest/globals';
import type { Database } from '../../../../../src/adapters/outbound/typeorm/execution/database.js';
import { DatabaseUnavailable } from '../../../../../src/adapters/outbound/typeorm/execution/failures.js';
import { purgeBefore } from '../../../../../src/adapters/outbound/typeorm/maintenance/purge.js';
import { eventually } from '../../../../support/eventually.js';
import { benchOn, describeEach, SQL_SERVERS, SQL_STORAGES } from '../../../../support/storages.js';

const LONG_AGO = 1000;
const ROWS = 1050;
const purge = (database: Pick<Database, 'dialect' | 'query' | 'execute'>) =>
  purgeBefore(database, 'sessions', 'last_seen_at', new Date(LONG_AGO + ROWS));

const sessions = Array.from({ length: ROWS }, (_, n) => ({
  hash: n.toString(16).padStart(64, '0'),
  account_id: n,
  created_at: LONG_AGO,
  last_seen_at: LONG_AGO + Math.floor(n / 250), // More rows have one instant than a statement deletes.
}));

describeEach(SQL_STORAGES, 'a purge', (kind) => {
  const bench = benchOn(kind);

  it('deletes the oldest rows first, a part at a time, and pauses after each for at least as long as it took', async () => {
    const database = await bench.migrated();
    const { sql } = bench.target();
    await sql.fill('sessions', sessions);
    let time = Math.ceil(performance.now());
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (time += 7));
    const left: unknown[] = [];
    const pauses: number[] = [];
    let endedAt = -Infinity;
    const observed: Pick<Database, 'dialect' | 'query' | 'execute'> = {
      dialect: database.dialect,
      query(...statement) {
        pauses.push(Date.now() - endedAt);
        return database.query(...statement);
      },
      async execute(...call) {
        const result = await database.execute(...call);
        const [row] = await sql.query('SELECT MIN(account_id) AS oldest FROM sessions');
        left.push(row?.oldest === null ? ROWS : Number(row?.oldest));
        endedAt = Date.now();
        return result;
      },
    };
    await purge(observed).finally(() => clock.mockRestore());
    const part = Number(left[0]);
    expect(left.length).toBeGreaterThan(2);
    expect(left).toEqual(left.map((_, at) => Math.min((at + 1) * part, ROWS)));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(6); // A timer of the platform may be early by one.
  });

  it('of nothing leaves the fault of the last write', async () => {
    const database = await bench.migrated();
    database.writeFault = new DatabaseUnavailable(new Error('full'), 'failing');
    await purge(database);
    expect(database.writeFault).toBeDefined();
  });
});

describeEach(SQL_SERVERS, 'a purge', (kind) => {
  const bench = benchOn(kind);

  it('goes on after another replica has deleted the rows that it was about to delete', async () => {
    const database = await bench.migrated();
    const { sql } = bench.target();
    await sql.fill('sessions', sessions);
    let waiting: Promise<void> | undefined;
    await database.transaction(async (replica) => {
      await replica.query('DELETE FROM sessions WHERE account_id < 50');
      waiting = purge(database);
      const isWaiting = async () =>
        (await sql.query('SHOW PROCESSLIST')).some(({ Info }) =>
          String(Info).startsWith('DELETE FROM sessions WHERE last_seen_at'),
        );
      await eventually(isWaiting);
    });
    await waiting;
    expect(await sql.query('SELECT * FROM sessions')).toEqual([]);
  });
});
