import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PET_STATUSES, type Pet, type PetStatus } from '../../src/domain/pet.js';
import type { PetRepository } from '../../src/domain/ports/repositories.js';
import { INT64_MAX } from '../../src/domain/values.js';
import { petProperties } from '../support/pet-properties.js';
import { after } from '../support/examples.js';
import { IS_LONG } from '../support/long.js';
import { describeEach, openNew, TEST_STORAGES } from '../support/storages.js';

/** The model: a list of the animals, and what was added under each key. */
class Model {
  pets: Pet[] = [];
  readonly keys = new Map<string, { readonly pet: Pet; readonly at: Date }>();

  constructor(public last: bigint) {}

  add(pet: Pet): void {
    expect(pet.id).toBeGreaterThan(this.last);
    this.last = pet.id;
    this.pets.push(pet);
  }

  find(id: bigint): Pet | undefined {
    return this.pets.find((pet) => pet.id === id);
  }

  select(matches: (id: bigint) => boolean, status: PetStatus | undefined): Pet[] {
    return this.pets.filter((pet) => matches(pet.id) && (status === undefined || pet.status === status));
  }
}

const status = fc.constantFrom(...PET_STATUSES);
const account = fc.constantFrom(1n, 2n ** 53n, 2n ** 53n + 1n, INT64_MAX - 1n, INT64_MAX);
const key = fc.constantFrom('key', 'KEY', 'key ', ' key', 'ke', '1', '01', '1.0', `'`, '\\', '%', 'k'.repeat(255));
const call = fc.record({
  do: fc.constantFrom(...(['add', 'add', 'addOnce', 'addOnce', 'find', 'changeStatus', 'changeStatus'] as const)),
  /** The animals are listed after every call. */
  list: fc.record({
    limit: fc.constantFrom(1, 3, 12, 1000),
    status: fc.option(status, { nil: undefined }),
    place: fc.option(fc.nat(200), { nil: undefined }),
  }),
  purges: fc.constantFrom(false, false, false, false, false, true),
  pet: fc.record({ ...petProperties, name: fc.constantFrom('Rex', 'rex', 'Rex '), status }),
  /** Keys that are used at the same time, of accounts whose ids are close, also as doubles. */
  keys: fc.uniqueArray(fc.tuple(account, key), { minLength: 1, maxLength: 4, selector: ([id, key]) => `${id} ${key}` }),
  at: fc.integer({ min: -2, max: 2 }).map(after),
  place: fc.nat(200),
  from: status,
  to: status,
});
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes one call and compares its result with the model. */
async function make({ pet, keys, at, from, to, ...call }: Call, pets: PetRepository, model: Model) {
  // Places beyond the list lead to ids that no animal has.
  const idAt = (place: number) => model.pets[place]?.id ?? model.last + BigInt(place % 7) - 3n;
  const id = idAt(call.place);
  if (call.do === 'add') {
    const added = await pets.add(pet);
    expect(added).toEqual({ ...pet, id: added.id });
    model.add(added);
  } else if (call.do === 'addOnce') {
    const answers = await Promise.all(keys.map(([accountId, key]) => pets.addOnce(pet, { accountId, key, at })));
    const added: Pet[] = [];
    for (const [place, answer] of answers.entries()) {
      const name = String(keys[place]);
      const earlier = model.keys.get(name)?.pet;
      const replayed = earlier !== undefined;
      expect(answer).toEqual({ pet: earlier ?? { ...pet, id: answer.pet.id }, replayed });
      if (replayed) continue;
      model.keys.set(name, { pet: answer.pet, at });
      added.push(answer.pet);
    }
    for (const each of added.sort((one, other) => (one.id < other.id ? -1 : 1))) model.add(each);
  } else if (call.do === 'find') expect(await pets.find(id)).toEqual(model.find(id));
  else {
    model.pets = model.pets.map((each) => (each.id === id && each.status === from ? { ...each, status: to } : each));
    expect(await pets.changeStatus(id, from, to)).toEqual(model.find(id));
  }
  if (call.purges) {
    await pets.purgeIdempotencyKeys(at);
    for (const [name, use] of model.keys) if (use.at < at) model.keys.delete(name);
  }
  const { limit, status, place } = call.list;
  const bound = place === undefined ? undefined : idAt(place);
  const [later, earlier] = [
    model.select((each) => each > (bound ?? 0n), status),
    model.select((each) => each < (bound ?? INT64_MAX), status),
  ];
  expect(await pets.list({ limit, status, after: bound })).toEqual(later.slice(0, limit));
  expect(await pets.listNewest({ limit, status, before: bound })).toEqual(earlier.toReversed().slice(0, limit));
}

describeEach(TEST_STORAGES, 'the animals of a store', (kind) => {
  it.each([1n, 2n ** 53n - 1n, 2n ** 62n + 1n, INT64_MAX - 10_000n])(
    'are those of the model after every call of a random history, with ids from %s on',
    async (nextId) => {
      const { pets } = await openNew(kind, nextId === 1n ? {} : { nextId });
      const model = new Model(nextId - 1n);
      for (const each of fc.sample(call, { numRuns: IS_LONG ? 400 : 100, seed: 42 })) await make(each, pets, model);
    },
  );
});
