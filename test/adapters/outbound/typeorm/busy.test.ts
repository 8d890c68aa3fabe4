import { expect, it } from '@jest/globals';
import { CAT, UNAVAILABLE } from '../../../support/examples.js';
import { describeEach, open, openNew, SQL_STORAGES } from '../../../support/storages.js';

describeEach(SQL_STORAGES, 'a store whose lock another program holds', (kind) => {
  it('refuses a write as busy, and accepts it afterwards', async () => {
    const { target } = await openNew(kind);
    const { pets } = await open(target, { timeoutMs: 3_000 });
    const release = await target.sql?.hold();
    try {
      const message = expect.stringMatching(/busy/);
      await expect(pets.add(CAT)).rejects.toMatchObject({ ...UNAVAILABLE, message });
    } finally {
      await release?.();
    }
    await pets.add(CAT);
  });
});
