import { beforeEach, expect, it } from '@jest/globals';
import {
  batchAdditions,
  type BatchPetRepository,
  type KeyedAddition,
} from '../../../../src/adapters/outbound/typeorm/batch-additions.js';
import { MemoryPetRepository } from '../../../../src/adapters/outbound/memory/pet-repository.js';
import { DomainError } from '../../../../src/domain/errors.js';
import type { NewPet, Pet } from '../../../../src/domain/pet.js';
import type { Added, PetRepository } from '../../../../src/domain/ports/repositories.js';
import { cat, use } from '../../../support/examples.js';

/** Adds to memory, and records the names of the animals of each batch. */
class RecordingPets extends MemoryPetRepository implements BatchPetRepository {
  readonly batches: string[] = [];
  /** The errors of batches that add an animal of this name. */
  readonly errors = new Map<string, Error>();

  async addAll(pets: readonly NewPet[]): Promise<readonly Pet[]> {
    await this.record(pets);
    return Promise.all(pets.map((pet) => this.add(pet)));
  }

  async addAllOnce(additions: readonly KeyedAddition[]): Promise<readonly Added[]> {
    await this.record(additions.map(({ pet }) => pet));
    return Promise.all(additions.map(({ pet, idempotency }) => this.addOnce(pet, idempotency)));
  }

  private async record(pets: readonly NewPet[]): Promise<void> {
    this.batches.push(pets.map(({ name }) => name).join(' '));
    await Promise.resolve();
    for (const { name } of pets) {
      const error = this.errors.get(name);
      if (error !== undefined) throw error;
    }
  }
}

let inner: RecordingPets;
let pets: PetRepository;
beforeEach(() => {
  inner = new RecordingPets();
  pets = batchAdditions(inner);
});

const add = (name: string) => pets.add(cat(name));
const once = (name: string) => pets.addOnce(cat(name), use(name));

it('Additions that arrive while another one is under way are made together, and each has its own result', async () => {
  const added = await Promise.all(['a', 'b', 'c'].map(add));
  expect(inner.batches).toEqual(['a', 'b c']);
  expect(added.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect((await pets.list({ limit: 10 })).map(({ id }) => id)).toEqual(added.map(({ id }) => id));
});

it('Additions with a key are made apart from those without one, and equal ones add one animal', async () => {
  const [, , , first, again] = await Promise.all([add('a'), once('b'), add('c'), once('d'), once('d')]);
  expect(inner.batches).toEqual(['a', 'b', 'c', 'd d']);
  expect([first, again]).toMatchObject([{ replayed: false }, { replayed: true }]);
  expect(again.pet).toEqual(first.pet);
  expect(again.pet).not.toBe(first.pet);
});

it('Additions are made at most 128 at a time', async () => {
  await Promise.all(Array.from({ length: 300 }, (_, n) => add(`${n}`)));
  expect(inner.batches.map((names) => names.split(' ').length)).toEqual([1, 128, 128, 43]);
});

it('A failure of the store fails every addition, since a second attempt might add animals twice', async () => {
  inner.errors.set('lost', new DomainError('unavailable', 'gone'));
  const outcomes = await Promise.allSettled(['a', 'b', 'lost'].map(add));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(inner.batches).toEqual(['a', 'b lost']);
});
