import { expect, it } from '@jest/globals';
import { purgeBefore } from '../../../../src/adapters/outbound/typeorm/purge.js';
import { benchOn, describeEach, plainStorage, SQL_STORAGES } from '../../../support/storages.js';

const LONG_AGO = 1;
const ROWS = 60;

/** How long each batch takes by the clock of the test, in milliseconds. */
const BATCH_MS = 10;

describeEach(SQL_STORAGES, 'a purge', (kind) => {
  const bench = benchOn(kind);

  it('works for a quarter of the time, and lets other calls use the store between two batches', async () => {
    const database = await bench.migrated();
    const { sessions } = plainStorage(database);
    const old = { account_id: 1, created_at: LONG_AGO, last_seen_at: LONG_AGO };
    const rows = Array.from({ length: ROWS }, (_, n) => ({ ...old, hash: n.toString(16).padStart(64, '0') }));
    await bench.target().sql.fill('sessions', rows);

    let time = 0;
    const pauses: { ms: number; left: number }[] = [];
    const pacing = {
      now: () => (time += BATCH_MS),
      async pause(ms: number) {
        pauses.push({ ms, left: (await sessions.list(1n, ROWS)).length });
      },
    };
    const lastSeen = { table: 'sessions', key: 'hash', column: 'last_seen_at' };
    await purgeBefore(database, lastSeen, new Date(LONG_AGO + 1), pacing);
    expect(pauses).toEqual([35, 10].map((left) => ({ ms: 3 * BATCH_MS, left })));
    expect(await sessions.list(1n, ROWS)).toEqual([]);
  });
});
