import { expect, it, jest } from '@jest/globals';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import { SESSION } from '../../../../src/adapters/outbound/typeorm/entities.js';
import { purgeBefore } from '../../../../src/adapters/outbound/typeorm/purge.js';
import { benchOn, describeEach, plainStorage, SQL_STORAGES } from '../../../support/storages.js';

const LONG_AGO = 1;
const ROWS = 60;

/** How long each statement takes by the clock of the test, in milliseconds. A batch has two of them. */
const STATEMENT_MS = 10;

describeEach(SQL_STORAGES, 'a purge', (kind) => {
  const bench = benchOn(kind);

  it('works for a quarter of the time, and lets other calls use the store between two batches', async () => {
    const database = await bench.migrated();
    const { sessions } = plainStorage(database);
    const old = { account_id: 1, created_at: LONG_AGO, last_seen_at: LONG_AGO };
    const rows = Array.from({ length: ROWS }, (_, n) => ({ ...old, hash: n.toString(16).padStart(64, '0') }));
    await bench.target().sql.fill('sessions', rows);

    let time = Math.ceil(performance.now());
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
    const execute: Database['execute'] = (...call) => {
      time += STATEMENT_MS;
      return database.execute(...call);
    };
    const pauses: { ms: number; left: number }[] = [];
    const pause = async (ms: number) => pauses.push({ ms, left: (await sessions.list(1n, ROWS)).length });
    const lastSeen = { entity: SESSION, key: 'hash', column: 'lastSeenAt' } as const;
    const timed = Object.assign(Object.create(database) as Database, { execute });
    await purgeBefore(timed, lastSeen, new Date(LONG_AGO + 1), pause).finally(() => clock.mockRestore());
    expect(pauses).toEqual([35, 10].map((left) => ({ ms: 3 * 2 * STATEMENT_MS, left })));
    expect(await sessions.list(1n, ROWS)).toEqual([]);
  });
});
