import { beforeEach, describe, expect, it } from '@jest/globals';
import { TypeormPetRepository } from '../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { PetTable, type Addition } from '../../../../src/adapters/outbound/typeorm/pet-table.js';
import { TransientError } from '../../../../src/adapters/outbound/support/errors.js';
import type { Pet } from '../../../../src/domain/pet.js';
import type { Addition as Added, PetQuery } from '../../../../src/domain/ports/repositories.js';
import { cat, use } from '../../../support/examples.js';
import { benchOn, describeFirst, SQL_STORAGES } from '../../../support/storages.js';

/** Records its calls. */
class Table extends PetTable {
  readonly asked: string[] = [];
  /** The error of the next call that adds an animal of this name. */
  readonly errors = new Map<string, Error>();

  override async addAll(additions: readonly Addition[]): Promise<Added[]> {
    this.asked.push(`add ${additions.map(({ pet }) => pet.name).join(' ')}`);
    for (const { pet } of additions) {
      const error = this.errors.get(pet.name);
      if (error !== undefined) throw error;
    }
    return super.addAll(additions);
  }

  override async findAll(ids: readonly bigint[]): Promise<(Pet | undefined)[]> {
    this.asked.push(`find ${ids.length}`);
    return super.findAll(ids);
  }

  override async listAll(queries: readonly PetQuery[]): Promise<Pet[][]> {
    this.asked.push(`list ${queries.map(({ limit }) => limit).join(' ')}`);
    return super.listAll(queries);
  }
}

describeFirst(SQL_STORAGES, 'the repository of animals', (kind) => {
  const bench = benchOn(kind);
  let table: Table;
  let pets: TypeormPetRepository;
  beforeEach(async () => {
    const database = await bench.migrated();
    table = new Table(database);
    pets = new TypeormPetRepository(database, table);
  });

  const once = (name: string) => pets.addOnce(cat(name), use(name));

  describe('Simultaneous calls', () => {
    it('are added in one batch, with and without a key, each with its own result', async () => {
      const added = await Promise.all([pets.add(cat('a')), once('b'), pets.add(cat('c')), once('b')]);
      expect(table.asked).toEqual(['add a b c b']);
      const [a, b, c, again] = added.map((each) => ('pet' in each ? each.pet : each));
      expect([a, b, c].map((pet) => pet?.name)).toEqual(['a', 'b', 'c']);
      expect(again).toEqual(b);
      expect(again).not.toBe(b);
      expect(await pets.list({ limit: 10 })).toEqual([a, b, c]);
    });

    it('are found in one batch, equal ids once, each with its own copy, or nothing', async () => {
      const { id } = await pets.add(cat('a'));
      const found = await Promise.all([id, id, id + 1n].map((each) => pets.find(each)));
      expect(table.asked).toEqual(['add a', 'find 2']);
      expect(found.map((pet) => pet?.name)).toEqual(['a', 'a', undefined]);
      expect(found[0]).not.toBe(found[1]);
    });

    it('are listed in one batch, each with its own list', async () => {
      await Promise.all(['a', 'b', 'c'].map((name) => pets.add(cat(name))));
      const lists = await Promise.all([1, 2, 2].map((limit) => pets.list({ limit })));
      expect(table.asked).toEqual(['add a b c', 'list 1 2 2']);
      expect(lists.map((list) => list.map(({ name }) => name))).toEqual([['a'], ['a', 'b'], ['a', 'b']]);
      expect(lists[1]?.[0]).not.toBe(lists[2]?.[0]);
    });

    it('are done at most 128 at a time', async () => {
      const added = await Promise.all(Array.from({ length: 300 }, (_, n) => pets.add(cat(`${n}`))));
      expect(table.asked.map((asked) => asked.split(' ').length - 1)).toEqual([128, 128, 44]);
      expect(added.map(({ name }) => name)).toEqual(Array.from({ length: 300 }, (_, n) => `${n}`));
    });
  });

  describe('A failure', () => {
    it('of one animal does not affect the others', async () => {
      table.errors.set('refused', new Error('refused'));
      const outcomes = await Promise.allSettled([pets.add(cat('a')), once('refused'), pets.add(cat('b'))]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(table.asked).toEqual(['add a refused b', 'add a', 'add refused', 'add b']);
    });

    it('whose effect is unknown reaches every addition without a key, and those with one are done again', async () => {
      table.errors.set('lost', new TransientError(new Error('gone'), 'unknown'));
      const outcomes = await Promise.allSettled([pets.add(cat('a')), once('b'), pets.add(cat('lost')), once('c')]);
      expect(outcomes).toMatchObject([
        { status: 'rejected', reason: { code: 'unavailable' } },
        { status: 'fulfilled', value: { pet: { name: 'b' } } },
        { status: 'rejected', reason: { code: 'unavailable' } },
        { status: 'fulfilled', value: { pet: { name: 'c' } } },
      ]);
      expect(table.asked).toEqual(['add a b lost c', 'add b c']);
    });
  });
});
