import { describe, expect, it } from '@jest/globals';
import { MemoryPetRepository } from '../../../src/adapters/outbound/memory/pet-repository.js';
import { GET_PET_DEPRECATED, GET_PET_SUNSET, GetPet } from '../../../src/application/pets/get-pet.js';
import { createPet } from '../../../src/domain/pet.js';
import { SettableClock } from '../../support/settable-clock.js';

const pets = new MemoryPetRepository();
const rex = await pets.add(createPet({ name: 'Rex', categoryId: 3n, status: 'sold' }));
const at = (instant: string) => new GetPet(pets, new SettableClock(instant));

describe('Fetching one animal', () => {
  it('gives it', async () => {
    expect(await at('2026-12-01T00:00:00Z').execute('1')).toEqual(rex);
  });

  it.each(['2', '0', '01', 'rex', '', '9223372036854775808'])('finds none under "%s"', async (petId) => {
    await expect(at('2026-12-01T00:00:00Z').execute(petId)).rejects.toMatchObject({
      code: 'not_found',
      message: 'No animal has this id.',
    });
  });

  it('works through the last second of 5 December 2030', async () => {
    expect(await at('2030-12-05T23:59:59Z').execute('1')).toEqual(rex);
  });

  it.each(['1', '2', 'rex'])('is removed after it, also for "%s"', async (petId) => {
    await expect(at('2030-12-05T23:59:59.001Z').execute(petId)).rejects.toMatchObject({ code: 'operation_removed' });
  });

  it('has the dates of the specification', () => {
    expect([GET_PET_DEPRECATED.getTime() / 1000, GET_PET_SUNSET.toUTCString()]).toEqual([
      1795132800,
      'Thu, 05 Dec 2030 23:59:59 GMT',
    ]);
  });
});
