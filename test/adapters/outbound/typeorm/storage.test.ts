import { expect, it, jest } from '@jest/globals';
import { describeEach, open, SQL_STORAGES, targets } from '../../../support/storages.js';

describeEach(SQL_STORAGES, 'the diagnosis of a store', (kind) => {
  const target = targets(kind);

  it.each([
    [60_000, /^The clock of the store is (?:59|60|61) s behind that of this machine\. Synchronize /],
    [-60_000, /^The clock of the store is (?:59|60|61) s ahead of that of this machine\. Synchronize /],
  ])('finds a clock that differs by %d ms, and nothing else', async (offset, fault) => {
    const storage = await open(target());
    expect(await storage.diagnose?.()).toEqual([]);
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + offset);
    const faults = await storage.diagnose?.();
    clock.mockRestore();
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  it('finds no fault in an answer that takes long', async () => {
    const storage = await open(target());
    const { now } = Date;
    let waited = -30_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + (waited += 30_000));
    const faults = await storage.diagnose?.();
    clock.mockRestore();
    expect(faults).toEqual([]);
  });
});
