import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import { purgeBefore } from '../../../../src/adapters/outbound/typeorm/purge.js';
import { benchOn, describeEach, plainStorage, SQL_STORAGES } from '../../../support/storages.js';

const LONG_AGO = 1;
const ROWS = 60;

/** How long each statement takes at least, in milliseconds, so that the error of the timers does not matter. */
const STATEMENT_MS = 20;

describeEach(SQL_STORAGES, 'a purge', (kind) => {
  const bench = benchOn(kind);

  it('works for a quarter of the time, and lets other calls use the store between two batches', async () => {
    const database = await bench.migrated();
    const { sessions } = plainStorage(database);
    const old = { account_id: 1, created_at: LONG_AGO, last_seen_at: LONG_AGO };
    const rows = Array.from({ length: ROWS }, (_, n) => ({ ...old, hash: n.toString(16).padStart(64, '0') }));
    await bench.target().sql.fill('sessions', rows);

    const start = performance.now();
    let workedMs = 0;
    const left: number[] = [];
    const query: Database['query'] = async <T>(...call: Parameters<Database['query']>) => {
      const sent = performance.now();
      // A batch has two statements, and the timer of a pause may end up to a millisecond early.
      if (left.length % 2 === 0) expect(sent - start + left.length).toBeGreaterThanOrEqual(4 * workedMs);
      left.push((await sessions.list(1n, ROWS)).length);
      await delay(STATEMENT_MS);
      return database.query<T>(...call).finally(() => (workedMs += performance.now() - sent));
    };
    const slow = Object.assign(Object.create(database) as Database, { query });
    await purgeBefore(slow, { table: 'sessions', key: 'hash', column: 'last_seen_at' }, new Date(LONG_AGO + 1));
    expect(left).toEqual([60, 60, 35, 35, 10, 10]);
    expect(await sessions.list(1n, ROWS)).toEqual([]);
  });
});
