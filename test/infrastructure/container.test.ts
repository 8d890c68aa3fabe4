import { describe, expect, it } from '@jest/globals';
import { MemoryPetRepository } from '../../src/adapters/outbound/memory/pet-repository.js';
import { compose } from '../../src/infrastructure/container/compose.js';
import { httpModule } from '../../src/infrastructure/container/http.js';
import { METRICS } from '../../src/infrastructure/container/identifiers.js';
import { composed } from '../support/application.js';
import { describeEachDatabase } from '../support/databases.js';
import { testConfig } from '../support/config.js';
import { SettableClock } from '../support/settable-clock.js';
import { targetOf } from '../support/targets.js';

const draft = { name: 'Rex', categoryId: 3n };

describe('A composition', () => {
  it('gives all use cases the same storage', async () => {
    const { services } = await composed();
    const key = (await services.createOwner.execute()) ?? '';
    const { accountId } = await services.authenticate.execute(key);
    const { pet } = await services.createPet.execute({ draft, accountId });
    expect((await services.listPets.execute({})).pets).toEqual([pet]);
    expect(await services.getPet.execute('1')).toEqual(pet);
    expect(await services.listAccounts.execute()).toMatchObject([{ id: accountId, email: 'owner@localhost' }]);
    expect(await services.listApiKeys.execute()).toMatchObject([{ accountId, state: 'active' }]);
    await services.revokeApiKey.execute({ prefix: key.slice(0, 11) });
    await expect(services.authenticate.execute(key)).rejects.toMatchObject({ code: 'api_key_invalid' });
    await expect(services.schema.check()).resolves.toBeUndefined();
  });

  it('uses an overriding clock', async () => {
    const clock = new SettableClock('2031-01-01T00:00:00Z');
    const { services } = await composed({}, { clock });
    expect(await services.createAccount.execute('jane@example.com')).toMatchObject({ createdAt: clock.now() });
    await expect(services.getPet.execute('1')).rejects.toMatchObject({ code: 'operation_removed' });
  });

  it('uses an overriding repository', async () => {
    const pets = new MemoryPetRepository(41n);
    const { services } = await composed({}, { pets });
    expect((await services.createPet.execute({ draft, accountId: 1n })).pet.id).toBe(41n);
    expect(await pets.find(41n)).toMatchObject(draft);
  });
});

describeEachDatabase('A composition', (bench) => {
  it('closes its storage', async () => {
    const { storage, services, close } = await compose(testConfig({ storage: targetOf(bench.options()) }));
    await storage.connect();
    await services.schema.migrate();
    await services.schema.check();
    await close();
    await expect(services.schema.check()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('reports the connections to operators', async () => {
    const config = testConfig({ storage: targetOf(bench.options()), admin: { host: '127.0.0.1', port: 0 } });
    const modules = [httpModule(config, { observe: () => undefined, onError: () => undefined })];
    const { services, storage, get, close } = await compose(config, { modules });
    await storage.connect();
    await services.schema.migrate();
    expect((await get(METRICS).read()).split('\n')).toContain('animal_store_pool_busy 0');
    await close();
  });
});
