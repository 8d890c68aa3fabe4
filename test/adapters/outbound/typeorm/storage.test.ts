import { setImmediate } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import { sqlStorage } from '../../../../src/adapters/outbound/typeorm/storage.js';
import { describeEach, open, SQL_STORAGES, targets } from '../../../support/storages.js';

it('looks up two invented cookies and two invented API keys at a time', async () => {
  const query = jest.fn(() => setImmediate([]));
  const { sessions, apiKeys } = sqlStorage({ dialect: {}, query } as unknown as Database);
  const numbers = Array.from({ length: 9 }, (_, n) => `${n}`);
  const flood = numbers.flatMap((hash) => [sessions.find(hash), apiKeys.findByHash(hash)]);
  await setImmediate(); // every lookup that waits for nothing has begun
  expect(query).toHaveBeenCalledTimes(4);
  expect(await Promise.all(flood)).toHaveLength(18);
});

describeEach(SQL_STORAGES, 'the diagnosis of a store', (kind) => {
  const target = targets(kind);

  it.each([
    [
      'a clock behind that of this machine',
      60_000,
      0,
      [/^The clock of the database is (?:59|60|61) s behind that of /],
    ],
    [
      'a clock ahead of that of this machine',
      -60_000,
      0,
      [/^The clock of the database is (?:59|60|61) s ahead of that /],
    ],
    ['nothing wrong with the same clock', 0, 0, []],
    ['nothing wrong with a slow answer', 0, 30_000, []],
  ])('finds %s', async (_, offset, delay, faults) => {
    const storage = await open(target());
    const { now } = Date;
    let ahead = offset - delay;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + (ahead += delay));
    const found = await storage.diagnose?.();
    clock.mockRestore();
    expect(found).toEqual(faults.map((fault) => expect.stringMatching(fault)));
  });
});
