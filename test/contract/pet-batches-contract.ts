import { afterEach, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { INT64_MAX } from '../../src/domain/int64.js';
import { createPet, PET_STATUSES, type NewPet, type Pet } from '../../src/domain/pet.js';
import type { PetQuery } from '../../src/domain/ports/pet-repository.js';
import { newPetArbitrary } from '../support/arbitraries.js';
import type { OpenStore, StoreKind } from '../support/stores.js';
import { expectUnavailable } from './instances.js';

/** What every adapter of PetBatches owes. */
export function petBatchesContract(kind: StoreKind): void {
  let opened: OpenStore;
  beforeEach(async () => {
    opened = await kind.open();
  });
  afterEach(() => opened.close());

  it('adds animals in the order given and gives each back in its place', async () => {
    const wanted = ['b', 'c', 'a'].map((name) => cat({ name }));
    const added = await opened.pets.addAll(wanted);
    expect(added).toEqual(wanted.map((pet, at) => ({ id: BigInt(at + 1), ...pet })));
    expect(await opened.pets.list({ limit: 10 })).toEqual(added);
  });

  it('gives back any animals that the rules allow exactly as they were added', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(newPetArbitrary, { minLength: 1, maxLength: 10 }), async (pets) => {
        const added = await opened.pets.addAll(pets);
        expect(added.map(({ id: _, ...pet }) => pet)).toEqual(pets);
        const found = await opened.pets.findAll(added.map(({ id }) => id));
        expect(new Map(found.map((pet) => [pet.id, pet]))).toEqual(new Map(added.map((pet) => [pet.id, pet])));
      }),
      { numRuns: 50 },
    );
  });

  it.each([2n ** 53n - 1n, 2n ** 62n + 1n, INT64_MAX - 100n])('gives exact ids from %s on', async (nextId) => {
    await opened.close();
    opened = await kind.open(nextId);
    const added = await opened.pets.addAll([cat(), cat(), cat()]);
    expect(added.map(({ id }) => id)).toEqual([nextId, nextId + 1n, nextId + 2n]);
  });

  it('gives ids of its own to each of many batches at the same time', async () => {
    const batches = await Promise.all(
      Array.from({ length: 20 }, (_, n) => opened.pets.addAll([cat({ name: `${n} a` }), cat({ name: `${n} b` })])),
    );
    const added = new Map(batches.flat().map(({ id, name }) => [id, name]));
    expect(added.size).toBe(40);
    expect(new Map((await opened.pets.list({ limit: 100 })).map(({ id, name }) => [id, name]))).toEqual(added);
  });

  it('finds the animals that are there, each once, and leaves out the others', async () => {
    const [one, other] = await opened.pets.addAll([cat(), cat({ name: 'other' })]);
    const found = await opened.pets.findAll([INT64_MAX, 2n, -1n, 1n]);
    expect(new Set(found)).toEqual(new Set([one, other]));
    expect(await opened.pets.findAll([77n])).toEqual([]);
  });

  it('finds an animal once for an id that is there more than once', async () => {
    const added = await opened.pets.addAll([cat(), cat()]);
    const found = await opened.pets.findAll([1n, 1n, 2n, 1n, 2n, 9n, 9n]);
    expect(found).toHaveLength(2);
    expect(new Set(found)).toEqual(new Set(added));
  });

  it('gives each of several lists what it gives it alone, in its place', async () => {
    await opened.pets.addAll(
      Array.from({ length: 30 }, (_, n) => cat({ name: `cat ${n}`, status: PET_STATUSES[n % 3] ?? 'sold' })),
    );
    const queries: PetQuery[] = [
      { limit: 5 },
      { limit: 100, after: 7n },
      { limit: 3, status: 'pending' },
      { limit: 5 },
      { limit: 4, after: 30n },
      { limit: 2, status: 'sold', after: 11n },
    ];
    const alone: (readonly Pet[])[] = [];
    for (const query of queries) alone.push(await opened.pets.list(query));
    expect(await opened.pets.listAll(queries)).toEqual(alone);
    expect(alone.map(({ length }) => length)).toEqual([5, 23, 3, 5, 0, 2]);
  });

  it('adds and finds hundreds', async () => {
    const added = await opened.pets.addAll(Array.from({ length: 300 }, (_, n) => cat({ name: `cat ${n}` })));
    expect(added.map(({ name }) => name)).toEqual(Array.from({ length: 300 }, (_, n) => `cat ${n}`));
    expect(new Set(added.map(({ id }) => id)).size).toBe(300);
    expect(await opened.pets.findAll(added.map(({ id }) => id))).toHaveLength(300);
  });

  it('adds all or none', async () => {
    const one = cat({ name: 'x'.repeat(256) }); // the rules forbid it, and storages differ in what they take
    const answer = await opened.pets.addAll([cat(), one, cat()]).catch(() => []);
    expect(await opened.pets.list({ limit: 10 })).toEqual(answer);
  });

  if (kind.reach !== 'process') {
    it('is unavailable once it has let go of the store', () =>
      expectUnavailable(opened, ({ pets }) => [
        () => pets.addAll([cat(), cat()]),
        () => pets.findAll([1n]),
        () => pets.listAll([{ limit: 1 }, { limit: 2 }]),
      ]));
  }
}

/** With `members` as they are, so that a store can be offered what the rules forbid. */
function cat(members: Partial<NewPet> = {}): NewPet {
  return { ...createPet({ name: 'cat', categoryId: 1n }), ...members };
}
