import { beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from '../../src/domain/values.js';
import { PET_STATUSES, type NewPet, type Pet } from '../../src/domain/pet.js';
import type { PetRepository } from '../../src/domain/ports/repositories.js';
import { newPetArbitrary } from '../support/arbitraries.js';
import { during } from '../support/eventually.js';
import { CAT, NOON } from '../support/examples.js';
import { describeEach, openNew, TEST_STORAGES, type TestStorage } from '../support/storages.js';
import type { TestStorageKind } from '../support/test-storage.js';
import { expectCopies } from './instances.js';

describeEach(TEST_STORAGES, 'the pet repository', describeContract);

/** More than a store deletes at a time. */
const MANY = 60;

/** States what every adapter of PetRepository promises. */
function describeContract(kind: TestStorageKind): void {
  let opened: TestStorage;
  let pets: PetRepository;
  beforeEach(async () => {
    opened = await openNew(kind);
    ({ pets } = opened);
  });

  it('keeps any animal that the rules allow', async () => {
    await fc.assert(
      fc.asyncProperty(newPetArbitrary, async (pet) => {
        const added = await pets.add(pet);
        expect(added).toEqual({ id: added.id, ...pet });
        expect(await pets.find(added.id)).toEqual(added);
        expect(await pets.list({ limit: 1, after: added.id - 1n, status: pet.status })).toEqual([added]);
      }),
      { examples: EXAMPLES },
    );
  });

  it.each([2n ** 53n - 1n, 2n ** 62n + 1n, INT64_MAX - 100n])('returns exact ids from %s on', async (nextId) => {
    ({ pets } = await openNew(kind, { nextId }));
    const added = await addMany(pets, 3);
    expect(added.map(({ id }) => id)).toEqual([nextId, nextId + 1n, nextId + 2n]);
    const { pet } = await pets.addOnce(cat(), use());
    expect(pet.id).toBe(nextId + 3n);
    expect((await pets.addOnce(cat(), use())).pet).toEqual(pet);
    const all = [...added, pet];
    for (const each of all) expect(await pets.find(each.id)).toEqual(each);
    for (const id of [nextId - 1n, 0n, -1n]) expect(await pets.find(id)).toBeUndefined();
    expect(await pets.list({ limit: 10 })).toEqual(all);
    expect(await pets.list({ limit: 10, after: nextId, status: 'available' })).toEqual(all.slice(1));
  });

  it('finds the animal with the greatest id', async () => {
    ({ pets } = await openNew(kind, { nextId: INT64_MAX }));
    const added = await pets.add(cat());
    expect(added.id).toBe(INT64_MAX);
    expect(await pets.find(INT64_MAX)).toEqual(added);
    expect(await pets.listNewest({ limit: 1 })).toEqual([added]);
  });

  it.each([undefined, ...PET_STATUSES])('lists pages from any place, of any length, of status %s', async (status) => {
    expect(await pets.list({ limit: 3, status })).toEqual([]);
    expect(await pets.listNewest({ limit: 3, status })).toEqual([]);
    const added = await addMany(pets, 12);
    const wanted = added.filter((pet) => status === undefined || pet.status === status);
    for (const place of [undefined, -5n, 0n, ...added.map(({ id }) => id), INT64_MAX]) {
      const later = wanted.filter(({ id }) => id > (place ?? 0n));
      const earlier = wanted.filter(({ id }) => place === undefined || id < place).toReversed();
      for (const limit of [1, 3, 12, 100]) {
        expect(await pets.list({ limit, status, after: place })).toEqual(later.slice(0, limit));
        expect(await pets.listNewest({ limit, status, before: place })).toEqual(earlier.slice(0, limit));
      }
    }
  });

  it('changes a status from the given one only, and returns the animal as it is then', async () => {
    const milo = await pets.add(cat({ name: 'Milo' }));
    const sold = { ...milo, status: 'sold' };
    expect(await pets.changeStatus(milo.id, 'available', 'available')).toEqual(milo);
    expect(await pets.changeStatus(milo.id, 'available', 'sold')).toEqual(sold);
    expect(await pets.changeStatus(milo.id, 'available', 'pending')).toEqual(sold);
    expect(await pets.changeStatus(milo.id, 'pending', 'available')).toEqual(sold);
    for (const id of [-1n, 0n, milo.id + 1n, INT64_MAX])
      expect(await pets.changeStatus(id, 'available', 'sold')).toBeUndefined();
    expect(await pets.list({ limit: 10 })).toEqual([sold]);
  });

  it('moves an animal whose status changes from the list of one status to that of the other, in the order of ids', async () => {
    const added = await addMany(pets, 12);
    for (const at of [4, 0, 9, 3]) {
      const { id, status } = added[at] ?? { id: 0n, status: 'available' };
      added[at] = { ...cat(), ...added[at], id, status: 'pending' };
      expect(await pets.changeStatus(id, status, 'pending')).toEqual(added[at]);
      for (const each of PET_STATUSES) {
        const wanted = added.filter((pet) => pet.status === each);
        expect(await pets.list({ limit: 100, status: each })).toEqual(wanted);
        expect(await pets.listNewest({ limit: 100, status: each })).toEqual(wanted.toReversed());
      }
    }
    expect(await pets.list({ limit: 100 })).toEqual(added);
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

  it('leaves what an idempotency key replays when the status changes', async () => {
    const { pet } = await pets.addOnce(cat(), use());
    await pets.changeStatus(pet.id, 'available', 'sold');
    expect(await pets.addOnce(cat(), use())).toEqual({ pet, replayed: true });
    expect(await pets.find(pet.id)).toEqual({ ...pet, status: 'sold' });
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
    await pets.purgeIdempotencyKeys(NOON, INT64_MAX);
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

  it('replays any animal that the rules allow', async () => {
    let key = 0;
    await fc.assert(
      fc.asyncProperty(newPetArbitrary, async (pet) => {
        const name = { key: `key ${++key}` };
        const { pet: added, replayed } = await pets.addOnce(pet, use(name));
        expect({ added, replayed }).toEqual({ added: { id: added.id, ...pet }, replayed: false });
        expect(await pets.addOnce(cat(), use(name))).toEqual({ pet: added, replayed: true });
        expect(await pets.find(added.id)).toEqual(added);
      }),
      { numRuns: 50, examples: EXAMPLES },
    );
  });

  it('distinguishes the keys of accounts to the last digit, even in concurrent calls', async () => {
    const accounts = [1n, 2n, 2n ** 53n, 2n ** 53n + 1n, INT64_MAX - 1n, INT64_MAX];
    const addForEach = () => Promise.all(accounts.map((accountId) => pets.addOnce(cat(), use({ accountId }))));
    const added = await addForEach();
    expect(added.filter(({ replayed }) => replayed)).toEqual([]);
    expect(await pets.list({ limit: 10 })).toEqual(added.map(({ pet }) => pet).toSorted(byId));
    expect(await addForEach()).toEqual(added.map(({ pet }) => ({ pet, replayed: true })));
  });

  it('compares idempotency keys exactly', async () => {
    const keys = ['key', 'KEY', 'key ', ' key', 'key  ', 'ke', '1', '01', '1.0', `'`, '\\', '%', 'k'.repeat(255)];
    for (const key of keys) expect((await pets.addOnce(cat(), use({ key }))).replayed).toBe(false);
    for (const key of keys) expect((await pets.addOnce(cat(), use({ key }))).replayed).toBe(true);
    expect(await pets.list({ limit: 100 })).toHaveLength(keys.length);
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

  it('knows its last id, also of an animal that is gone, and gives only ids above those that it reserves', async () => {
    expect(await pets.lastId()).toBe(0n);
    const { id } = await pets.add(cat());
    expect(await pets.lastId()).toBe(id);
    await pets.reserveIds(id + 40n);
    expect(await pets.lastId()).toBeGreaterThanOrEqual(id + 40n);
    expect(await pets.list({ limit: 9 })).toHaveLength(1);
    await pets.reserveIds(id);
    const next = await pets.addOnce(cat(), use());
    expect(next.pet.id).toBeGreaterThan(id + 40n);
  });

  it('purges only idempotency keys of animals with an id up to a bound', async () => {
    const keys = ['a', 'b', 'c'];
    const add = (key: string) => pets.addOnce(cat(), use({ key, at: new Date(NOON.getTime() - 1) }));
    const ids: bigint[] = [];
    for (const key of keys) ids.push((await add(key)).pet.id);
    await pets.purgeIdempotencyKeys(NOON, ids[1] ?? 0n);
    expect(await Promise.all(keys.map(async (key) => (await add(key)).replayed))).toEqual([false, false, true]);
  });

  it('purges idempotency keys first used before an instant, and no animal', async () => {
    const [early, late] = [new Date(NOON.getTime() - 1), NOON];
    const names = Array.from({ length: MANY }, (_, n) => `early ${n}`);
    const add = (key: string, at = late) => pets.addOnce(cat(), use({ key, at }));
    const added = await Promise.all([...names.map((name) => add(name, early)), add('late')]);
    await add(names[0] ?? ''); // a replay does not make a key younger
    await pets.purgeIdempotencyKeys(NOON, INT64_MAX);
    expect(await pets.list({ limit: 1_000 })).toEqual(added.map(({ pet }) => pet).toSorted(byId));
    expect((await add('late')).replayed).toBe(true);
    for (const name of names) expect((await add(name)).replayed).toBe(false);
  });

  it('shows animals in ascending order of id, added with and without a key by two instances', async () => {
    await opened.target.sql?.delayCommitsOf?.('slow'); // an animal of the other instance could overtake it then
    const other = await opened.another();
    const add = (instance: PetRepository, name: string, writer: number, turn: number) =>
      turn % 2 === 0
        ? instance.add(cat({ name }))
        : instance.addOnce(cat({ name }), use({ key: `${name} ${writer} ${turn}` }));
    const write = async (writer: number) => {
      for (let turn = 0; turn < 10; turn++) await add(pets, 'slow', writer, turn);
    };
    const seen: Pet[] = [];
    const read = async () => void seen.push(...(await pets.list({ limit: 1_000, after: seen.at(-1)?.id })));
    let turn = 0;
    await during(Promise.all([0, 1, 2, 3].map(write)), async () => {
      await add(other.pets, 'quick', 0, turn++);
      await read();
    });
    await read();
    expect(seen).toEqual(await pets.list({ limit: 1_000 }));
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

/**
 * Adds animals of each status in turn, if there are more than three. Their categories descend while their ids ascend.
 */
async function addMany(pets: PetRepository, count: number): Promise<Pet[]> {
  const added: Pet[] = [];
  for (let n = 0; n < count; n++) {
    const status = PET_STATUSES[count > 3 ? n % 3 : 0] ?? 'available';
    added.push(await pets.add(cat({ name: `cat ${n}`, categoryId: BigInt(count - n), status })));
  }
  return added;
}

function byId(one: Pick<Pet, 'id'>, other: Pick<Pet, 'id'>): number {
  return one.id < other.id ? -1 : 1;
}
