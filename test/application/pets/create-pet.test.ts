import { describe, expect, it } from '@jest/globals';
import { MemoryApiKeyRepository } from '../../../src/adapters/outbound/memory/api-key-repository.js';
import { MemoryPetRepository } from '../../../src/adapters/outbound/memory/pet-repository.js';
import { MemorySessionRepository } from '../../../src/adapters/outbound/memory/session-repository.js';
import { MemoryThrottle } from '../../../src/adapters/outbound/support/memory-throttle.js';
import { CreatePet } from '../../../src/application/pets/create-pet.js';
import { PurgeExpired } from '../../../src/application/maintenance/purge-expired.js';
import { SettableClock } from '../../support/settable-clock.js';

const HOUR = 60 * 60 * 1000;
const draft = { name: 'Rex', categoryId: 3n };

function setUp() {
  const [pets, clock] = [new MemoryPetRepository(), new SettableClock()];
  const createPet = new CreatePet(pets, clock);
  const [keys, sessions] = [new MemoryApiKeyRepository(), new MemorySessionRepository()];
  const purgeExpired = new PurgeExpired(pets, keys, sessions, new MemoryThrottle(), clock);
  const forget = () => purgeExpired.execute(() => undefined);
  const add = (idempotencyKey?: string, accountId = 1n, changes = {}) =>
    createPet.execute({ draft: { ...draft, ...changes }, accountId, idempotencyKey });
  return { pets, clock, add, forget, count: async () => (await pets.list({ limit: 100 })).length };
}

describe('Adding', () => {
  it('gives the animal with its id, and it is there', async () => {
    const { pets, add } = setUp();
    const { pet, replayed } = await add();
    expect({ pet, replayed }).toEqual({ pet: { id: 1n, ...draft, status: 'available' }, replayed: false });
    expect(await pets.find(1n)).toEqual(pet);
  });

  it('adds another animal each time, where no idempotency key is given', async () => {
    const { add, count } = setUp();
    const additions = [await add(), await add()];
    expect(additions.map(({ pet, replayed }) => [pet.id, replayed])).toEqual([
      [1n, false],
      [2n, false],
    ]);
    expect(await count()).toBe(2);
  });

  it('refuses what breaks a rule, and keeps nothing of it', async () => {
    const { add, count } = setUp();
    await expect(add('key', 1n, { name: '' })).rejects.toMatchObject({ code: 'invalid' });
    expect(await count()).toBe(0);
    expect((await add('key')).replayed).toBe(false);
  });
});

describe('Adding with an idempotency key', () => {
  it('adds once, however often it is called', async () => {
    const { add, count } = setUp();
    const first = await add('key');
    expect(await add('key')).toEqual({ ...first, replayed: true });
    expect(await add('key', 1n, { status: 'available' })).toEqual({ ...first, replayed: true });
    expect(await count()).toBe(1);
  });

  it.each([{ name: 'Max' }, { categoryId: 4n }, { status: 'sold' }])('refuses another animal: %p', async (changes) => {
    const { add, count } = setUp();
    await add('key');
    await expect(add('key', 1n, changes)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await count()).toBe(1);
  });

  it('keeps accounts apart', async () => {
    const { add, count } = setUp();
    await add('1 key', 1n);
    expect((await add('1 key', 2n)).replayed).toBe(false);
    expect((await add('key', 11n)).replayed).toBe(false);
    expect((await add('1 key', 1n)).replayed).toBe(true);
    expect(await count()).toBe(3);
  });

  it('adds once where many ask at the same time', async () => {
    const { add, count } = setUp();
    const additions = await Promise.all(Array.from({ length: 10 }, () => add('key')));
    expect(additions.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await count()).toBe(1);
  });
});

describe('Idempotency keys', () => {
  it('are remembered for more than the 24 hours that were promised', async () => {
    const { clock, add, forget } = setUp();
    await add('key');
    for (const wait of [24 * HOUR, 24 * HOUR]) {
      clock.advance(wait);
      await forget();
      expect((await add('key')).replayed).toBe(true);
    }
  });

  it('are forgotten after 48 hours, and their animals stay', async () => {
    const { clock, add, forget, count } = setUp();
    await add('key');
    clock.advance(48 * HOUR + 1);
    await forget();
    expect((await add('key')).replayed).toBe(false);
    expect(await count()).toBe(2);
  });
});
