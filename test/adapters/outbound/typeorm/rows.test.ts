import { expect, it, jest } from '@jest/globals';
import { PetTable } from '../../../../src/adapters/outbound/typeorm/pet-table.js';
import { describeFirst, SQL_STORAGES, targets } from '../../../support/storages.js';

describeFirst(SQL_STORAGES, 'through a database', (kind) => {
  const target = targets(kind);

  it('lists of one statement are sorted, also if their rows are not', async () => {
    const database = target().sql.newDatabase();
    const row = (part: number, id: bigint) => ({ id, name: 'cat', category_id: 1n, status: 'sold', part });
    jest.spyOn(database, 'query').mockResolvedValue([row(1, 3n), row(0, 2n), row(1, 1n), row(0, 5n), row(1, 2n)]);
    const lists = await new PetTable(database).listAll([{ limit: 5 }, { limit: 5 }]);
    expect(lists.map((list) => list.map(({ id }) => id))).toEqual([
      [2n, 5n],
      [1n, 2n, 3n],
    ]);
  });
});
