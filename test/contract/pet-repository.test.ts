import { beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../../src/domain/values.js';
import type { NewPet, Pet } from '../../src/domain/pet.js';
import type { PetRepository } from '../../src/domain/ports/repositories.js';
import { newPetArbitrary } from '../support/pet-properties.js';
import { CAT, NOON } from '../support/examples.js';
import { describeEach, openNew, TEST_STORAGES, type TestStorage } from '../support/storages.js';
import type { TestStorageKind } from '../support/test-storage.js';
import { expectCopies } from './instances.js';

describeEach(TEST_STORAGES, 'the pet repository', describeContract);

/** States what every adapter of PetRepository promises. */
function describeContract(kind: TestStorageKind): void {
  let opened: TestStorage;
  let pets: PetRepository;
  beforeEach(async () => {
    opened = await openNew(kind);
    ({ pets } = opened);
  });

  it('keeps and replays any animal that the rules allow', async () => {
    await fc.assert(
      fc.asyncProperty(newPetArbitrary, async (pet) => {
        const added = await pets.add(pet);
        expect(added).toEqual({ id: added.id, ...pet });
        expect(await pets.find(added.id)).toEqual(added);
        const key = use({ key: `key ${added.id}` });
        const once = await pets.addOnce(pet, key);
        expect(once).toEqual({ pet: { ...pet, id: once.pet.id }, replayed: false });
        expect(await pets.addOnce(cat(), key)).toEqual({ ...once, replayed: true });
        expect(await pets.list({ limit: 2, after: added.id - 1n, status: pet.status })).toEqual([added, once.pet]);
      }),
      { numRuns: 50, examples: EXAMPLES },
    );
  });

  it('lets exactly one of several people change a status', async () => {
    const other = await opened.another();
    const { id } = await pets.add(cat());
    const changes = Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? pets : other.pets).changeStatus(id, 'available', n % 4 < 2 ? 'sold' : 'pending'),
    );
    const statuses = new Set((await Promise.all(changes)).map((pet) => pet?.status));
    expect([...statuses]).toEqual([(await pets.find(id))?.status]);
    expect(statuses).not.toContain('available');
  });

  it('returns copies: changes to one have no effect', async () => {
    const [draft, query, at] = [cat(), { limit: 10 }, new Date(NOON)];
    const [added, once] = await Promise.all([pets.add(draft), pets.addOnce(draft, use({ at }))]);
    Object.assign(draft, { name: 'changed' });
    at.setTime(0);
    const listing = pets.list(query);
    query.limit = 1;
    const given = [added, once.pet].map(({ id }) => ({ ...cat(), id }));
    expect([added, once.pet]).toEqual(given);
    expect(await listing).toEqual(given.toSorted(byId));
    await pets.purgeIdempotencyKeys(NOON);
    expect(await pets.addOnce(cat(), use())).toEqual({ ...once, replayed: true });
    const { id, status } = added;
    const lists = [
      () => pets.list({ limit: 10 }),
      () => pets.list({ limit: 10, status }),
      () => pets.listNewest({ limit: 10 }),
    ];
    await pets.changeStatus(id, 'available', 'sold');
    const change = () => pets.changeStatus(id, 'available', 'sold');
    await expectCopies([draft, added, once], [() => pets.find(id), change, ...lists, () => pets.addOnce(cat(), use())]);
  });

  it('adds one animal for each key of many concurrent requests, beside those without a key', async () => {
    const other = await opened.another();
    const earlier = await pets.addOnce(cat(), use({ key: 'key 1' }));
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const instance = n % 8 < 4 ? pets : other.pets;
        const draft = cat({ name: `cat ${n}` });
        if (n % 3 === 0) return { pet: await instance.add(draft), replayed: false };
        return instance.addOnce(draft, use({ key: `key ${n % 4}` }));
      }),
    );
    const added = [earlier, ...answers.filter(({ replayed }) => !replayed)].map(({ pet }) => pet);
    expect(added).toHaveLength(20 + 4);
    expect(await pets.list({ limit: 100 })).toEqual(added.toSorted(byId));
    expect(added).toEqual(expect.arrayContaining(answers.map(({ pet }) => pet)));
  });
}

/** Categories that lose digits in a double, and names that engines shorten, normalise or read as something else. */
const EXAMPLES: [NewPet][] = [
  ...[INT64_MIN, -(2n ** 53n) - 1n, -1n, 0n, 2n ** 53n + 1n, INT64_MAX].map((categoryId): [NewPet] => [
    cat({ categoryId }),
  ]),
  ...['🐈'.repeat(255), 'x' + ' '.repeat(254), ' Zoe\u0301 ', '007', 'NULL', `'; -- \\' " \` ? :name $1 %_`].map(
    (name): [NewPet] => [cat({ name })],
  ),
];

/** Makes an animal with these properties unchecked, so that a store can receive what the rules forbid. */
function cat(properties: Partial<NewPet> = {}): NewPet {
  return { ...CAT, ...properties };
}

function use(properties: Partial<{ accountId: bigint; key: string; at: Date }> = {}) {
  return { accountId: 1n, key: 'key', at: NOON, ...properties };
}

function byId(one: Pick<Pet, 'id'>, other: Pick<Pet, 'id'>): number {
  return one.id < other.id ? -1 : 1;
}
