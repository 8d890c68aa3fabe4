import { beforeEach, expect, it, jest } from '@jest/globals';
import { SqlPetRepository } from '../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { cat, use } from '../../../support/examples.js';
import { benchOn, describeFirst, SQL_STORAGES } from '../../../support/storages.js';

describeFirst(SQL_STORAGES, 'a batch of additions', (kind) => {
  const bench = benchOn(kind);
  let pets: SqlPetRepository;
  /** The number of animals that each statement inserts. */
  let inserted: () => number[];
  beforeEach(async () => {
    const database = await bench.migrated();
    const insert = jest.spyOn(database.dialect, 'insertInOrder');
    inserted = () => insert.mock.calls.map(([, , rows]) => rows.length);
    pets = new SqlPetRepository(database);
  });

  const add = (name: string) => pets.add(cat(name));
  const once = (name: string) => pets.addOnce(cat(name), use(name)).then(({ pet }) => pet);

  it('adds those that arrive while another one is under way together, and each has its own result', async () => {
    const added = await Promise.all(['a', 'b', 'c'].map(add));
    expect(inserted()).toEqual([1, 2]);
    expect(added.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(await pets.list({ limit: 10 })).toEqual(added);
  });

  it('has only additions with a key, or only those without one', async () => {
    await Promise.all([add('a'), once('b'), add('c'), once('d'), once('e')]);
    expect(inserted().toSorted()).toEqual([1, 1, 1, 2]);
  });

  it('has at most 128 animals', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, n) => add(`${n}`)));
    expect(inserted()).toEqual([1, 128, 128, 43]);
  });
});
