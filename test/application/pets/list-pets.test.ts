import { describe, expect, it } from '@jest/globals';
import { MemoryPetRepository } from '../../../src/adapters/outbound/memory/pet-repository.js';
import { ListPets, PAGE_LIMIT } from '../../../src/application/pets/list-pets.js';
import { createPet } from '../../../src/domain/pet.js';

async function storeOf(count: number) {
  const pets = new MemoryPetRepository();
  for (let each = 0; each < count; each++) {
    await pets.add(createPet({ name: `pet ${each}`, categoryId: 1n, status: each % 2 === 0 ? 'available' : 'sold' }));
  }
  return { pets, listPets: new ListPets(pets) };
}

const idsOf = ({ pets }: { pets: readonly { id: bigint }[] }) => pets.map(({ id }) => Number(id));

describe('Listing', () => {
  it('gives the first 20 unless told, and where the next page begins', async () => {
    const page = await (await storeOf(21)).listPets.execute({});
    expect(idsOf(page)).toEqual(Array.from({ length: 20 }, (_, each) => each + 1));
    expect(page.next).toBe(20n);
  });

  it.each([
    [0, []],
    [1, [1]],
    [20, Array.from({ length: 20 }, (_, each) => each + 1)],
  ])('has no next page where %d animals are all that there is', async (count, ids) => {
    const page = await (await storeOf(count)).listPets.execute({});
    expect(idsOf(page)).toEqual(ids);
    expect(page).not.toHaveProperty('next');
  });

  it('goes on after the last animal of the page before', async () => {
    const { listPets } = await storeOf(5);
    const first = await listPets.execute({ limit: 2 });
    const second = await listPets.execute({ limit: 2, after: first.next });
    const third = await listPets.execute({ limit: 2, after: second.next });
    expect([first, second, third].map(idsOf)).toEqual([[1, 2], [3, 4], [5]]);
    expect(third.next).toBeUndefined();
  });

  it('pages through one status as if there were no other', async () => {
    const { listPets } = await storeOf(7);
    const first = await listPets.execute({ limit: 2, status: 'sold' });
    expect([idsOf(first), first.next]).toEqual([[2, 4], 4n]);
    const second = await listPets.execute({ limit: 2, status: 'sold', after: 4n });
    expect([idsOf(second), second.next]).toEqual([[6], undefined]);
    expect(idsOf(await listPets.execute({ status: 'pending' }))).toEqual([]);
  });

  it.each([1, 100])('returns %d animals with this limit', async (limit) => {
    expect((await (await storeOf(101)).listPets.execute({ limit })).pets).toHaveLength(limit);
  });

  it.each([0, 101, -1, 1.5, NaN, Infinity])('refuses a limit of %d', async (limit) => {
    const { listPets } = await storeOf(0);
    await expect(listPets.execute({ limit })).rejects.toMatchObject({
      code: 'invalid',
      message: 'limit must be a whole number from 1 to 100.',
    });
  });

  it('has the bounds of the specification', () => {
    expect(PAGE_LIMIT).toEqual({ min: 1, max: 100, default: 20 });
  });
});
