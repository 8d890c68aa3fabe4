import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { SystemSecrets } from '../../src/adapters/outbound/system/system.js';
import { createApiKey, generateApiKey } from '../../src/domain/api-key.js';
import { createPet } from '../../src/domain/pet.js';
import { addition, callerOf, keepCalling } from '../support/callers.js';
import { serveWhenReady } from '../support/process.js';
import { describeEach, open, SHARED_STORAGES, type TestStorage } from '../support/storages.js';
import type { TestTarget } from '../support/test-storage.js';

const KILLS = 12;
const WRITERS = 8;

/** An account with a key, made while no process has the store open. */
async function newKey({ accounts, apiKeys }: TestStorage): Promise<{ key: string; accountId: bigint }> {
  const secrets = new SystemSecrets();
  const createdAt = new Date();
  const { id: accountId } = await accounts.add({ email: 'writer@example.com', createdAt });
  const key = generateApiKey(secrets);
  await apiKeys.add(createApiKey(key, { accountId, name: 'writer', createdAt }, secrets));
  return { key, accountId };
}

describeEach(SHARED_STORAGES, 'a service that is killed in the middle of writes', (kind) => {
  let target: TestTarget;
  beforeEach(async () => {
    target = await kind.newTarget();
  });
  afterEach(() => target.drop());

  async function inStore<T>(work: (store: TestStorage) => Promise<T>): Promise<T> {
    const store = await open(target);
    try {
      return await work(store);
    } finally {
      await store.close(); // a store that nothing has open must recover by itself
    }
  }

  it('keeps every acknowledged animal, exactly once, and an animal and its idempotency key together', async () => {
    const { key, accountId } = await inStore(newKey);
    let url = '';
    const call = callerOf(() => url, key);
    const acknowledged = new Map<string, string>();
    const sent = new Set<string>();

    for (let round = 0; round < KILLS; round++) {
      const service = await serveWhenReady({ env: { DATABASE_URL: target.url, MIGRATE_ON_START: 'false' } });
      url = service.url;
      const before = acknowledged.size;
      const stop = keepCalling(WRITERS, async (writer, turn) => {
        const animal = `${writer % 2 === 0 ? 'keyed' : 'plain'} ${round} ${writer} ${turn}`;
        sent.add(animal);
        const { status, text } = await call(writer % 2 === 0 ? addition(animal, animal) : addition(animal));
        if (status === 201) acknowledged.set(animal, text);
      });
      // Another number in each round, so that the writers are interrupted at different steps.
      await service.until(() => (acknowledged.size >= before + WRITERS + 7 * round ? true : undefined));
      await service.stop('SIGKILL');
      await stop();
    }

    await inStore(async ({ pets }) => {
      const kept = new Map<string, bigint[]>();
      for (const { id, name } of await pets.list({ limit: 1_000_000 })) kept.set(name, [...(kept.get(name) ?? []), id]);
      for (const [animal, text] of acknowledged) {
        expect({ animal, ids: kept.get(animal)?.map(String) }).toEqual({
          animal,
          ids: [/"id":(\d+)/.exec(text)?.[1]],
        });
      }
      expect([...kept.values()].filter((ids) => ids.length > 1)).toEqual([]);
      // A retry of what was cut off finds the animal exactly where the first attempt added one.
      for (const animal of [...sent].filter((each) => each.startsWith('keyed'))) {
        const use = { accountId, key: animal, at: new Date() };
        const { pet, replayed } = await pets.addOnce(createPet({ name: animal, categoryId: 1n }), use);
        const [id] = kept.get(animal) ?? [];
        expect({ animal, replayed, id: replayed ? pet.id : undefined }).toEqual({
          animal,
          replayed: id !== undefined,
          id,
        });
      }
    });
  }, 240_000);
});
