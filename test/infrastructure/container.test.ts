import { describe, expect, it } from '@jest/globals';
import { MemoryPetRepository } from '../../src/adapters/outbound/memory/pet-repository.js';
import { memoryStorage, wire } from '../../src/infrastructure/container.js';
import { SettableClock } from '../support/settable-clock.js';

const draft = { name: 'Rex', categoryId: 3n };

describe('The wiring', () => {
  it('gives every door the same store', async () => {
    const services = wire(memoryStorage());
    const key = (await services.createOwner.execute()) ?? '';
    const { accountId } = await services.authenticate.execute(key);
    const { pet } = await services.createPet.execute({ draft, accountId });
    expect((await services.listPets.execute({})).pets).toEqual([pet]);
    expect(await services.getPet.execute('1')).toEqual(pet);
    expect(await services.listAccounts.execute()).toMatchObject([{ id: accountId, email: 'owner@localhost' }]);
    expect(await services.listApiKeys.execute()).toMatchObject([{ accountId, state: 'active' }]);
    await services.revokeApiKey.execute({ prefix: key.slice(0, 11) });
    await expect(services.authenticate.execute(key)).rejects.toMatchObject({ code: 'api_key_invalid' });
    await expect(services.store.check()).resolves.toBeUndefined();
  });

  it('takes the time from the clock that it is given', async () => {
    const clock = new SettableClock('2031-01-01T00:00:00Z');
    const services = wire(memoryStorage(), clock);
    expect(await services.createAccount.execute('jane@example.com')).toMatchObject({ createdAt: clock.now() });
    await expect(services.getPet.execute('1')).rejects.toMatchObject({ code: 'operation_removed' });
  });

  it('takes the time from the machine otherwise', async () => {
    const before = Date.now();
    const { createdAt } = await wire(memoryStorage()).createAccount.execute('jane@example.com');
    expect(createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(createdAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('shares nothing between two services', async () => {
    const [one, other] = [wire(memoryStorage()), wire(memoryStorage())];
    await one.createPet.execute({ draft, accountId: 1n });
    expect((await other.listPets.execute({})).pets).toEqual([]);
  });

  it('lets one line swap where the animals are', async () => {
    const pets = new MemoryPetRepository(41n);
    const services = wire(memoryStorage(pets));
    expect((await services.createPet.execute({ draft, accountId: 1n })).pet.id).toBe(41n);
    expect(await pets.find(41n)).toMatchObject(draft);
  });
});
