import { expect, it } from '@jest/globals';
import { SqlPetRepository } from '../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { CAT, UNAVAILABLE } from '../../../support/examples.js';
import { describeEachDatabase } from '../../../support/storages.js';

describeEachDatabase('the database', (bench) => {
  it('generates no id while an addition with a smaller one is not committed', async () => {
    const [first, second] = [await bench.migrated({ timeoutMs: 60_000 }), await bench.connect()];
    const rows = { into: 'INSERT INTO pets (name, category_id, status)', rows: [['cat', 1n, 'available']] };
    await first.transaction(async (connection) => {
      expect(await first.dialect.insertInOrder(connection, rows)).toEqual([1n]);
      const addition = second.execute((other) => second.dialect.insertInOrder(other, rows), {
        timeoutMs: 60_000,
        retryMs: 1,
      });
      await expect(addition).rejects.toMatchObject(UNAVAILABLE);
    });
    await expect(new SqlPetRepository(second).add(CAT)).resolves.toMatchObject({ id: 2n });
  });

  it('connects once for many concurrent calls, and again after it was closed', async () => {
    const database = await bench.connect();
    await Promise.all([database.connect(), database.connect()]);
    await database.close();
    await database.close();
    await Promise.all([database.connect(), database.connect()]);
    expect(await new TypeormSchema(database).pendingMigrations()).not.toEqual([]);
  });
});
