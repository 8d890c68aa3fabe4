import { expect, it } from '@jest/globals';
import { ENTITIES } from '../../../../../src/adapters/outbound/typeorm/schema/entities.js';
import { benchOn, describeEach, SQL_STORAGES } from '../../../../support/storages.js';

describeEach(SQL_STORAGES, 'the entities', (kind) => {
  const bench = benchOn(kind);

  it('have the columns of the tables that the migrations make', async () => {
    const database = await bench.migrated();
    const tables = await bench.target().sql.tables();
    const entities = ENTITIES.filter(({ table }) => tables.includes(table));
    expect(entities.length).toBeGreaterThanOrEqual(5);
    for (const entity of entities) {
      const [columns, made] = await database.execute(async ({ runner }) => [
        runner.manager.dataSource.getMetadata(entity).columns,
        await runner.getTable(entity.table),
      ]);
      const expected = columns.map(({ databaseName: name, isPrimary }) => ({ name, isPrimary }));
      const found = made?.columns.map(({ name, isPrimary }) => ({ name, isPrimary }));
      expect(found?.toSorted(byName)).toEqual(expected.toSorted(byName));
    }
  });
});

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}
