import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { BatchingPetRepository } from '../../../../src/adapters/outbound/batching/pet-repository.js';
import { MemoryPetRepository } from '../../../../src/adapters/outbound/memory/pet-repository.js';
import { DomainError } from '../../../../src/domain/errors.js';
import type { Pet } from '../../../../src/domain/pet.js';
import type { PetQuery } from '../../../../src/domain/ports/pet-repository.js';

const QUERIES = 1_000;

class Store extends MemoryPetRepository {
  override async list(query: PetQuery): Promise<Pet[]> {
    if (query.limit === 13) throw new DomainError('unavailable', 'gone');
    return super.list(query);
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // that is what the flag gives

it('keeps nothing of lists that are answered or failed, however many', async () => {
  const pets = new BatchingPetRepository(new Store());
  const queries: WeakRef<PetQuery>[] = [];
  await Promise.allSettled(
    Array.from({ length: QUERIES }, (_, n) => {
      const query = { limit: 1 + (n % 20), after: BigInt(n) };
      queries.push(new WeakRef(query));
      return pets.list(query);
    }),
  );
  await turn(); // a WeakRef keeps its object for the turn that made it
  collectGarbage();
  expect(queries.filter((query) => query.deref() !== undefined).length).toBeLessThan(QUERIES / 10);
  expect(await pets.list({ limit: 1 })).toEqual([]);
});
