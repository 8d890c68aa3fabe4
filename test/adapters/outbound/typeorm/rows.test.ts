import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { PetTable } from '../../../../src/adapters/outbound/typeorm/pet-table.js';
import { petFromRow, petValues } from '../../../../src/adapters/outbound/typeorm/pet-table.js';
import { restorePet } from '../../../../src/domain/pet.js';
import { INT64_MAX } from '../../../../src/domain/values.js';
import { describeFirst, openNew, SQL_STORAGES, type TestStorage } from '../../../support/storages.js';

const instant = fc.date({ noInvalidDate: true });

const accountIds = fc.bigInt({ min: 1n, max: INT64_MAX });

describeFirst(SQL_STORAGES, 'through a database', (kind) => {
  let store: TestStorage;
  let number = 0;
  /** One that no other row has. */
  const newHash = () => String(++number).padStart(64, '0');
  beforeAll(async () => {
    store = await openNew(kind);
  });
  afterAll(() => store.close());

  it('lists of one statement are in order, whatever the order of their rows', async () => {
    const target = await kind.newTarget();
    const database = target.sql.newDatabase();
    const row = (part: number, id: bigint) => ({ id, name: 'cat', category_id: 1n, status: 'sold', part });
    jest.spyOn(database, 'query').mockResolvedValue([row(1, 3n), row(0, 2n), row(1, 1n), row(0, 5n), row(1, 2n)]);
    const lists = await new PetTable(database).listAll([{ limit: 5 }, { limit: 5 }]);
    expect(lists.map((list) => list.map(({ id }) => id))).toEqual([
      [2n, 5n],
      [1n, 2n, 3n],
    ]);
    await target.drop();
  });

  it('an API key survives its row, with and without each instant', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            accountId: accountIds,
            name: fc.string({ minLength: 1, maxLength: 50 }),
            createdAt: instant,
            expiresAt: instant,
            lastUsedAt: instant,
            revokedAt: instant,
          },
          { requiredKeys: ['accountId', 'name', 'createdAt'], noNullPrototype: true },
        ),
        async (members) => {
          const hash = newHash();
          const key = { prefix: hash.slice(-11), hash, ...members };
          await store.apiKeys.add(key);
          expect(await store.apiKeys.findByHash(hash)).toStrictEqual(key);
          expect(await store.apiKeys.findByPrefix(key.prefix)).toEqual(key);
        },
      ),
    ));
});

it('a row with a status that this program never wrote is refused', () => {
  expect(() => petFromRow({ id: 1n, name: 'x', category_id: 1n, status: 'lost' })).toThrow('unknown status "lost"');
});

it('a name that UTF-8 cannot hold is refused before it is sent', () => {
  expect(() => petValues(restorePet(1n, '\udc00', 1n, 'sold'))).toThrow('unpaired surrogate');
});
