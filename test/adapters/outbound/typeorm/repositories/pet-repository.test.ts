import { beforeEach, expect, it, jest } from '@jest/globals';
import { SqlPetRepository } from '../../../../../src/adapters/outbound/typeorm/repositories/pet-repository.js';
import { CAT, cat, UNAVAILABLE, use } from '../../../../support/examples.js';
import { sqlite } from '../../../../support/sqlite.js';
import { benchOn, describeEach, describeFirst, SQL_STORAGES } from '../../../../support/storages.js';

describeFirst(SQL_STORAGES, 'a batch of additions', (kind) => {
  const bench = benchOn(kind);
  let pets: SqlPetRepository;
  /** The number of animals that each statement inserts. */
  let inserted: () => number[];
  beforeEach(async () => {
    const database = await bench.migrated();
    const insert = jest.spyOn(database.dialect.sql, 'insertInOrder');
    inserted = () => insert.mock.calls.map(([, , rows]) => rows.length);
    pets = new SqlPetRepository(database);
  });

  const add = (name: string) => pets.add(cat(name));
  const once = (name: string) => pets.addOnce(cat(name), use(name)).then(({ pet }) => pet);

  it('has the additions of one turn of the event loop, and each has its own result', async () => {
    const added = await Promise.all(['a', 'b', 'c'].map(add));
    expect(inserted()).toEqual([3]);
    expect(added.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(await pets.list({ limit: 10 })).toEqual(added);
  });

  it('has only additions with a key, or only those without one', async () => {
    await Promise.all([add('a'), once('b'), add('c'), once('d'), once('e')]);
    expect(inserted().toSorted()).toEqual([2, 3]);
  });

  it('has at most 128 animals', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, n) => add(`${n}`)));
    expect(inserted()).toEqual([128, 128, 44]);
  });
});

describeEach(SQL_STORAGES, 'a database that other people changed', (kind) => {
  const bench = benchOn(kind);

  const refusal = (reason: RegExp) => ({ ...UNAVAILABLE, cause: { message: expect.stringMatching(reason) } });

  it('names the fault if an id was given before, adds without a key meanwhile, and with one when that is past', async () => {
    const database = await bench.migrated();
    const pets = new SqlPetRepository(database);
    await pets.addOnce(CAT, use('before'));
    await bench.target().sql.query('DELETE FROM pets');
    await bench.target().sql.setNextId('pets', 1n);
    const repeated = refusal(/it gave an id again.* raise the counter .*, or remove the index$/);
    await expect(pets.addOnce(cat('keyed'), use('keyed'))).rejects.toMatchObject(repeated);
    expect(database.writeFault).toBeDefined();
    await pets.add(cat('plain'));
    await expect(pets.addOnce(cat('keyed'), use('keyed'))).resolves.toMatchObject({ replayed: false });
    expect((await pets.addOnce(CAT, use('before'))).replayed).toBe(true);
  });
});

describeEach([sqlite], 'a database with a trigger that drops rows', (kind) => {
  const bench = benchOn(kind);

  it.each([false, true])('answers no addition of a batch of which one is not stored, keyed: %p', async (isKeyed) => {
    const database = await bench.migrated();
    const pets = new SqlPetRepository(database);
    await bench
      .target()
      .sql.query(
        "CREATE TRIGGER dropping BEFORE INSERT ON pets WHEN NEW.name LIKE 'bad%' BEGIN SELECT RAISE(IGNORE); END",
      );
    const add = (name: string) => (isKeyed ? pets.addOnce(cat(name), use(name)) : pets.add(cat(name)));
    const dropped = {
      ...UNAVAILABLE,
      message: expect.stringMatching(/may have taken effect\.$/),
      cause: { message: expect.stringMatching(/reports \d of \d rows; remove the trigger/) },
    };
    await expect(add('bad')).rejects.toMatchObject(dropped);
    const batch = await Promise.allSettled(['good', 'bad 2'].map(add));
    for (const addition of batch) expect(addition).toMatchObject({ reason: dropped });
    // A batch with keys is a transaction, and one without keys is a statement, whose other rows are stored.
    expect(await pets.list({ limit: 9 })).toMatchObject(isKeyed ? [] : [{ name: 'good' }]);
    expect(database.writeFault).toBeDefined();
  });
});
