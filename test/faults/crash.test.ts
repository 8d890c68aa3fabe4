import { expect, it } from '@jest/globals';
import { addition, callerOf, keepCalling, newKeyIn } from '../support/callers.js';
import { cat } from '../support/examples.js';
import { IS_LONG } from '../support/long.js';
import { serveWhenReady } from '../support/process.js';
import { DURABLE_STORAGES, describeSlow, open, targets } from '../support/storages.js';

const KILLS = IS_LONG ? 6 : 2;
const WRITERS = 8;

describeSlow(DURABLE_STORAGES, 'a service that is killed in the middle of writes', (kind) => {
  const target = targets(kind);

  it('keeps every acknowledged animal exactly once, and an animal only together with its idempotency key', async () => {
    let url = '';
    const call = callerOf(() => url, await newKeyIn(target().url));
    const acknowledged = new Map<string, string>();
    const sent = new Set<string>();

    for (let round = 0; round < KILLS; round++) {
      const service = await serveWhenReady({ env: { DATABASE_URL: target().url, MIGRATE_ON_START: 'false' } });
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

    const store = await open(target()); // no other program has it open: it must recover by itself
    const kept = new Map<string, bigint[]>();
    for (const { id, name } of await store.pets.list({ limit: 1_000_000 }))
      kept.set(name, [...(kept.get(name) ?? []), id]);
    for (const [animal, text] of acknowledged) {
      expect({ animal, ids: kept.get(animal)?.map(String) }).toEqual({ animal, ids: [/"id":(\d+)/.exec(text)?.[1]] });
    }
    expect([...kept.values()].filter((ids) => ids.length > 1)).toEqual([]);
    // A retry of what was cut off finds the animal exactly where the first attempt added one.
    for (const animal of [...sent].filter((each) => each.startsWith('keyed'))) {
      const use = { accountId: 1n, key: animal, at: new Date() };
      const { pet, replayed } = await store.pets.addOnce(cat(animal), use);
      const [id] = kept.get(animal) ?? [];
      expect({ animal, replayed, id: replayed ? pet.id : undefined }).toEqual({
        animal,
        replayed: id !== undefined,
        id,
      });
    }
  });
});
