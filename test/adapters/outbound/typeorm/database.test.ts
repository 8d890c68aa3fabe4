import { expect, it } from '@jest/globals';
import { SqlApiKeyRepository } from '../../../../src/adapters/outbound/typeorm/api-key-repository.js';
import { SqlPetRepository } from '../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { cat, use } from '../../../support/examples.js';
import { benchOn, describeEach, SQL_STORAGES } from '../../../support/storages.js';

describeEach(SQL_STORAGES, 'the database', (kind) => {
  const bench = benchOn(kind);

  it('gives no key whose expiry is an instant that no Date has, and that would never be past', async () => {
    const keys = new SqlApiKeyRepository(await bench.migrated());
    const key = { prefix: 'as_0', hash: 'a'.repeat(64), account_id: 1, name: 'x', created_at: 1, expires_at: 9e15 };
    await bench.target().sql.fill('api_keys', [key]);
    await expect(keys.findByPrefix('as_0')).rejects.toThrow('the store holds an instant that no program stores');
  });

  it('gives a key of several additions of one batch to the first of them', async () => {
    const pets = new SqlPetRepository(await bench.migrated());
    const [pet, other] = [cat('Rex'), cat('Tom')];
    const added = await pets.addAllOnce([pet, other, pet].map((pet) => ({ pet, idempotency: use('key') })));
    expect(added).toEqual([false, true, true].map((replayed) => ({ pet: { ...pet, id: 1n }, replayed })));
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
