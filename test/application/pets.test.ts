import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryPetRepository } from '../../src/adapters/outbound/memory/pet-repository.js';
import { PetUseCases } from '../../src/application/pets.js';
import type { AuditEvent } from '../../src/domain/ports/security.js';
import { SettableClock } from '../support/settable-clock.js';

const [JANE, JOE] = [1n, 2n];

let clock: SettableClock;
let events: AuditEvent[];
let pets: PetUseCases;
beforeEach(() => {
  clock = new SettableClock();
  events = [];
  const auditLog = { record: (event: AuditEvent) => void events.push(event) };
  pets = new PetUseCases({ pets: new MemoryPetRepository(), clock, auditLog });
});

const add = async (name: string, status?: string) =>
  (await pets.createPet({ draft: { name, categoryId: 7n, status }, accountId: JANE })).pet;

describe('Adding an animal', () => {
  it('gives it an id, and the status available if none was given', async () => {
    expect(await add('Rex')).toEqual({ id: 1n, name: 'Rex', categoryId: 7n, status: 'available' });
    expect(await add('Tom', 'sold')).toEqual({ id: 2n, name: 'Tom', categoryId: 7n, status: 'sold' });
  });

  it('names every property that is missing, wrong or could not be read, and adds nothing', async () => {
    const unread = [{ property: 'categoryId', message: 'must be an integer' }];
    const addition = pets.createPet({ draft: { status: 'lost' }, unread, accountId: JANE });
    const violations = ['name', 'status', 'categoryId'].map((property) => expect.objectContaining({ property }));
    await expect(addition).rejects.toMatchObject({ code: 'invalid', violations });
    expect(await pets.listPets({})).toEqual({ pets: [] });
  });
});

describe('Adding an animal with an idempotency key', () => {
  const addOnce = (name: string, accountId = JANE) =>
    pets.createPet({ draft: { name, categoryId: 7n }, accountId, idempotencyKey: 'key' });

  it('adds it once, and gives the same animal at every repetition, also if its status has changed since', async () => {
    const { pet, replayed } = await addOnce('Rex');
    expect(replayed).toBe(false);
    await pets.changePetStatus({ petId: pet.id, from: 'available', to: 'sold', accountId: JANE, address: '::1' });
    expect(await addOnce('Rex')).toEqual({ pet, replayed: true });
    expect((await pets.listPets({})).pets).toHaveLength(1);
  });

  it('refuses another animal under the same key', async () => {
    await addOnce('Rex');
    await expect(addOnce('Tom')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('keeps the keys of each account apart', async () => {
    await addOnce('Rex');
    expect((await addOnce('Tom', JOE)).replayed).toBe(false);
  });
});

describe('Listing animals', () => {
  beforeEach(async () => {
    for (let number = 1; number <= 21; number++) await add(`${number}`, number % 2 === 0 ? 'sold' : 'available');
  });

  const ids = async (request: Parameters<PetUseCases['listPets']>[0]) => {
    const page = await pets.listPets(request);
    return { ids: page.pets.map(({ id }) => Number(id)), next: page.next };
  };

  it('gives the oldest twenty first, and where the next page begins', async () => {
    const { ids: first, next } = await ids({});
    expect(first).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(await ids({ after: next })).toEqual({ ids: [21], next: undefined });
  });

  it('has no next page if the limit is exactly the number of animals', async () => {
    expect((await ids({ limit: 21 })).next).toBeUndefined();
    expect((await ids({ limit: 20 })).next).toBe(20n);
  });

  it('gives only animals of the status that was asked for', async () => {
    expect(await ids({ status: 'sold', limit: 3, after: 4n })).toEqual({ ids: [6, 8, 10], next: 10n });
  });
});

describe('Fetching an animal', () => {
  it('finds it by its id, and no other text names one', async () => {
    const rex = await add('Rex');
    expect(await pets.getPet('1')).toEqual(rex);
    for (const text of ['2', '01', '+1', '1.0', '', 'Rex', '9223372036854775808'])
      await expect(pets.getPet(text)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('ends with the last second of 5 December 2030', async () => {
    await add('Rex');
    clock.turnTo('2030-12-05T23:59:59Z');
    expect(pets.isFetchable).toBe(true);
    expect((await pets.getPet('1')).name).toBe('Rex');
    clock.turnTo('2030-12-06T00:00:00Z');
    expect(pets.isFetchable).toBe(false);
    await expect(pets.getPet('1')).rejects.toMatchObject({ code: 'operation_removed' });
  });
});

describe('Browsing animals', () => {
  it('leads from the newest to the oldest and back, through pages that are full except the last', async () => {
    for (let number = 1; number <= 45; number++) await add(`${number}`);
    const read = async (from?: Parameters<PetUseCases['browsePets']>[0]['from']) => {
      const { pets: found, before, after } = await pets.browsePets({ from });
      return { first: found[0]?.id, length: found.length, before, after };
    };
    const newest = { first: 45n, length: 20, before: 26n, after: undefined };
    const middle = { first: 25n, length: 20, before: 6n, after: 25n };
    const oldest = { first: 5n, length: 5, before: undefined, after: 5n };
    expect(await read()).toEqual(newest);
    expect(await read({ before: 26n })).toEqual(middle);
    expect(await read({ before: 6n })).toEqual(oldest);
    expect(await read({ after: 5n })).toEqual(middle);
    expect(await read({ after: 25n })).toEqual(newest);
  });
});

describe('Changing a status', () => {
  const change = (from: string, to: string, petId = 1n) =>
    pets.changePetStatus({ petId, from, to, accountId: JANE, address: '192.0.2.1' });

  it('is done from the status that was shown, and recorded', async () => {
    await add('Rex');
    expect(await change('available', 'sold')).toMatchObject({ id: 1n, status: 'sold' });
    expect(events).toMatchObject([
      { event: 'pet_status_changed', accountId: JANE, address: '192.0.2.1', pet: { id: 1n, status: 'sold' } },
    ]);
  });

  it('is not done from another status, and gives the animal as it is', async () => {
    await add('Rex', 'pending');
    expect(await change('available', 'sold')).toMatchObject({ status: 'pending' });
    expect(events).toEqual([]);
  });

  it('is refused for a status that no animal has, and for an animal that does not exist', async () => {
    await add('Rex');
    await expect(change('available', 'lost')).rejects.toMatchObject({ code: 'invalid' });
    await expect(change('available', 'sold', 2n)).rejects.toMatchObject({ code: 'not_found' });
  });
});
