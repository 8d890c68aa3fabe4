import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { describeEach, openNew, SQL_STORAGES } from '../../../support/storages.js';

const LONG_AGO = 1;
const ROWS = 1000;

describeEach(SQL_STORAGES, 'a purge', (kind) => {
  it('lets another call use the store between two batches', async () => {
    const { sessions, target } = await openNew(kind);
    const old = { account_id: 1, created_at: LONG_AGO, last_seen_at: LONG_AGO };
    const rows = Array.from({ length: ROWS }, (_, n) => ({ ...old, hash: n.toString(16).padStart(64, '0') }));
    await target.sql?.fill('sessions', rows);

    const counts: number[] = [];
    const purging = sessions.purge(new Date(LONG_AGO + 1), new Date(LONG_AGO + 1));
    let left = ROWS;
    while (left > 0) {
      await turn();
      left = (await sessions.list(1n, ROWS)).length;
      counts.push(left);
    }
    await purging;
    expect(counts.some((left) => left > 0 && left < ROWS)).toBe(true);
    expect(await sessions.list(1n, ROWS)).toEqual([]);
  });
});
