import { expect, it } from '@jest/globals';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { describeEachDatabase } from '../../../support/storages.js';

describeEachDatabase('the database', (bench) => {
  it('connects once for many concurrent calls, and again after it was closed', async () => {
    const database = await bench.connect();
    await Promise.all([database.connect(), database.connect()]);
    await database.close();
    await database.close();
    await Promise.all([database.connect(), database.connect()]);
    expect(await new TypeormSchema(database).pendingMigrations()).not.toEqual([]);
  });
});
