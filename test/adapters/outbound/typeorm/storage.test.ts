import { expect, it, jest } from '@jest/globals';
import { describeEach, open, SQL_STORAGES, targets } from '../../../support/storages.js';

describeEach(SQL_STORAGES, 'the diagnosis of a store', (kind) => {
  const target = targets(kind);

  it.each([
    ['a clock behind that of this machine', 60_000, 0, [/^The clock of the store is (?:59|60|61) s behind that of /]],
    ['a clock ahead of that of this machine', -60_000, 0, [/^The clock of the store is (?:59|60|61) s ahead of that /]],
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
