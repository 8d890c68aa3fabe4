import { beforeEach, describe, expect, it } from '@jest/globals';
import { BatchingPetRepository } from '../../../../src/adapters/outbound/batching/pet-repository.js';
import { MemoryPetRepository } from '../../../../src/adapters/outbound/memory/pet-repository.js';
import { newDatabase } from '../../../support/new-database.js';
import { TypeormPetRepository } from '../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormStore } from '../../../../src/adapters/outbound/typeorm/store.js';
import { DomainError } from '../../../../src/domain/errors.js';
import { createPet, type NewPet, type Pet } from '../../../../src/domain/pet.js';
import type { PetQuery } from '../../../../src/domain/ports/pet-repository.js';
import { describeMysql, newMysqlDatabase } from '../../../support/mysql.js';

/** Records its calls. */
class Store extends MemoryPetRepository {
  readonly asked: string[] = [];
  gate: Promise<void> = Promise.resolve();

  override async add(pet: NewPet): Promise<Pet> {
    this.asked.push(`add ${pet.name}`);
    if (pet.name === 'refused') throw new Error('refused');
    return super.add(pet);
  }

  override async addAll(pets: readonly NewPet[]): Promise<Pet[]> {
    this.asked.push(`add ${pets.map(({ name }) => name).join(' ')}`);
    if (pets.some(({ name }) => name === 'refused')) throw new Error('one is refused');
    if (pets.some(({ name }) => name === 'lost')) throw new DomainError('unavailable', 'gone');
    return super.addAll(pets);
  }

  override async find(id: bigint): Promise<Pet | undefined> {
    this.asked.push(`find ${id}`);
    return super.find(id);
  }

  override async findAll(ids: readonly bigint[]): Promise<Pet[]> {
    this.asked.push(`find ${ids.join(' ')}`);
    return super.findAll(ids);
  }

  override async list(query: PetQuery): Promise<Pet[]> {
    this.asked.push(`list ${query.limit}`);
    const pets = await super.list(query);
    await this.gate;
    return pets;
  }

  override async listAll(queries: readonly PetQuery[]): Promise<Pet[][]> {
    this.asked.push(`list ${queries.map(({ limit }) => limit).join(' ')}`);
    const lists = await Promise.all(queries.map((query) => super.list(query)));
    await this.gate;
    return lists;
  }
}

let store: Store;
let pets: BatchingPetRepository;
beforeEach(() => {
  store = new Store();
  pets = new BatchingPetRepository(store);
});

const cat = (name = 'cat'): NewPet => createPet({ name, categoryId: 1n });

describe('Calls of one moment', () => {
  it('add together, each with an answer of its own', async () => {
    const added = await Promise.all(['a', 'b', 'c'].map((name) => pets.add(cat(name))));
    expect(store.asked).toEqual(['add a b c']);
    expect(added.map(({ id, name }) => [id, name])).toEqual([
      [1n, 'a'],
      [2n, 'b'],
      [3n, 'c'],
    ]);
  });

  it('find together, and the same animal once', async () => {
    await store.addAll([cat('a'), cat('b')]);
    const found = await Promise.all([1n, 2n, 2n, 3n].map((id) => pets.find(id)));
    expect(store.asked).toEqual(['add a b', 'find 1 2 3']);
    expect(found.map((pet) => pet?.name)).toEqual(['a', 'b', 'b', undefined]);
    expect(found[1]).not.toBe(found[2]);
  });

  it('list together, each with a list of its own', async () => {
    await store.addAll([cat('a'), cat('b'), cat('c')]);
    const lists = await Promise.all([1, 2, 2].map((limit) => pets.list({ limit })));
    expect(store.asked).toEqual(['add a b c', 'list 1 2 2']);
    expect(lists.map((list) => list.map(({ name }) => name))).toEqual([['a'], ['a', 'b'], ['a', 'b']]);
    expect(lists[1]?.[0]).not.toBe(lists[2]?.[0]);
  });

  it('are served at most 128 at a time', async () => {
    const added = await Promise.all(Array.from({ length: 300 }, (_, n) => pets.add(cat(`${n}`))));
    expect(store.asked.map((asked) => asked.split(' ').length - 1)).toEqual([128, 128, 44]);
    expect(added.map(({ name }) => name)).toEqual(Array.from({ length: 300 }, (_, n) => `${n}`));
  });
});

describe('A failure', () => {
  it('of one animal is no other one’s', async () => {
    const outcomes = await Promise.allSettled(['a', 'refused', 'b'].map((name) => pets.add(cat(name))));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(store.asked).toEqual(['add a refused b', 'add a', 'add refused', 'add b']);
    expect((await store.list({ limit: 10 })).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('that leaves the additions unknown reaches every call, and nothing is repeated', async () => {
    const outcomes = await Promise.allSettled(['a', 'lost'].map((name) => pets.add(cat(name))));
    expect(outcomes).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'unavailable' } }));
    expect(store.asked).toEqual(['add a lost']);
  });

  it('of several lists reaches every call, and is not remembered', async () => {
    store.gate = Promise.reject(new DomainError('unavailable', 'gone'));
    const outcomes = await Promise.allSettled([pets.list({ limit: 1 }), pets.list({ limit: 1 })]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    store.gate = Promise.resolve();
    expect(await pets.list({ limit: 1 })).toEqual([]);
  });
});

describeMysql('Adding together on MySQL', () => {
  it.each([1, 3, 7])('gives the ids that the rows have where they go up by %i', async (step) => {
    const fresh = await newMysqlDatabase();
    const database = newDatabase({ ...fresh.options, poolSize: 1 });
    try {
      await database.connect();
      await new TypeormStore(database).migrate();
      // Of the one connection alone: other tests use the same server.
      await database.query(`SET SESSION auto_increment_increment = ${step}`);
      const kept = new TypeormPetRepository(database);
      const gathering = new BatchingPetRepository(kept);
      const rounds = Array.from({ length: 3 }, (_, round) =>
        Promise.all(Array.from({ length: 10 }, (_, n) => gathering.add(cat(`${round} ${n}`)))),
      );
      const added = (await Promise.all(rounds)).flat().sort((one, other) => (one.id < other.id ? -1 : 1));
      expect(await kept.list({ limit: 100 })).toEqual(added);
      expect(added.slice(0, 3).map(({ id }) => id)).toEqual([1n, BigInt(1 + step), BigInt(1 + 2 * step)]);
    } finally {
      await database.close();
      await fresh.drop();
    }
  });
});
