import { queryObjects } from 'node:v8';
import { expect, it } from '@jest/globals';
import { BatchingPetRepository } from '../../../../src/adapters/outbound/batching/pet-repository.js';
import { MemoryPetRepository } from '../../../../src/adapters/outbound/memory/pet-repository.js';
import { DomainError } from '../../../../src/domain/errors.js';
import type { Pet } from '../../../../src/domain/pet.js';
import type { PetQuery } from '../../../../src/domain/ports/pet-repository.js';

const QUERIES = 2_000;

class Store extends MemoryPetRepository {
  override async list(query: PetQuery): Promise<Pet[]> {
    if (query.limit === 13) throw new DomainError('unavailable', 'gone');
    return super.list(query);
  }
}

it('keeps nothing of lists that are answered or failed, however many', async () => {
  const pets = new BatchingPetRepository(new Store());
  const list = (from: number) =>
    Promise.allSettled(
      Array.from({ length: QUERIES }, (_, n) => pets.list({ limit: 1 + (n % 20), after: BigInt(from + n) })),
    );
  await list(0);
  const before = Number(queryObjects(Object)); // collects garbage first
  for (let round = 1; round <= 3; round++) await list(round * QUERIES);
  expect(Number(queryObjects(Object)) - before).toBeLessThan(QUERIES);
  expect(await pets.list({ limit: 1 })).toEqual([]);
});
