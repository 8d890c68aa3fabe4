import { expect, it, jest } from '@jest/globals';
import { mariadb } from '../../../../support/mariadb.js';
import { mysql } from '../../../../support/mysql.js';
import { describeEach, open, targets } from '../../../../support/storages.js';

describeEach([mysql, mariadb], 'the diagnosis of a server', (kind) => {
  const target = targets(kind);

  it.each([
    [60_000, 'behind'],
    [-60_000, 'ahead of'],
  ])('finds a clock that differs by %d ms, and nothing else', async (offset, direction) => {
    const storage = await open(target());
    expect(await storage.diagnose?.()).toEqual([]);
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + offset);
    const faults = await storage.diagnose?.();
    clock.mockRestore();
    const difference = new RegExp(
      `^The clock of the database is \\d+ ms ${direction} that of this machine\\. Synchronize `,
    );
    expect(faults).toEqual([expect.stringMatching(difference)]);
  });
});
