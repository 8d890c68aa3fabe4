import { expect, it } from '@jest/globals';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { benchOn, describeEach, SQL_STORAGES } from '../../../support/storages.js';

describeEach(SQL_STORAGES, 'the database', (kind) => {
  const bench = benchOn(kind);

  it('connects once for many concurrent calls, and again after it was closed', async () => {
    const database = await bench.connect();
    await Promise.all([database.connect(), database.connect()]);
    await database.close();
    await database.close();
    await Promise.all([database.connect(), database.connect()]);
    expect(await new TypeormSchema(database).pendingMigrations()).not.toEqual([]);
  });
});
