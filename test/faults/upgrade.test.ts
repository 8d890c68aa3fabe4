import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/adapters/outbound/typeorm/database.js';
import { MIGRATIONS } from '../../src/adapters/outbound/typeorm/migrations.js';
import { TypeormPetRepository } from '../../src/adapters/outbound/typeorm/pet-repository.js';
import { TypeormSchema } from '../../src/adapters/outbound/typeorm/schema.js';
import { createPet } from '../../src/domain/pet.js';
import { addition, callerOf, eventually, keepCalling, newKeyIn, type Outcome } from '../support/callers.js';
import { Next9000000000000, widenedStatus } from '../support/next-migration.js';
import { serveWhenReady } from '../support/process.js';
import { benchOn, describeEach, describeEachDatabase, having } from '../support/storages.js';

describeEachDatabase('a replica of the version before', (bench) => {
  it('serves while the next one migrates, and after that, and starts again on the newer schema', async () => {
    const { url } = bench.target();
    const key = await newKeyIn(url);
    const env = { DATABASE_URL: url, REQUEST_DEADLINE: '60s' };
    const old = await serveWhenReady({ env });
    const call = callerOf(old.url, key);
    for (let each = 0; each < 300; each++) await call(addition(`before ${each}`));
    const outcomes: Outcome[] = [];
    const stop = keepCalling(4, async (caller, turn) => {
      const name = `${caller} ${turn}`;
      outcomes.push(await call(caller % 2 === 0 ? addition(name, name) : { path: '/v1/pets?limit=3' }));
      await sleep(2);
    });
    const next = await bench.connect({ migrations: [...MIGRATIONS, Next9000000000000] });
    expect(await new TypeormSchema(next).migrate()).toEqual(['Next9000000000000']);
    const added = await new TypeormPetRepository(next).add(createPet({ name: 'new', categoryId: 1n }));
    expect((await call({ path: `/v1/pets/${added.id}` })).status).toBe(200);
    const after = outcomes.length;
    await eventually(() => outcomes.length > after + 20);
    await stop();
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect((await call({ path: '/readyz' })).status).toBe(200);
    expect((await old.stop()).code).toBe(0);

    const again = await serveWhenReady({ env }); // an operator goes back
    expect((await callerOf(again.url, key)(addition('back'))).status).toBe(201);
    expect((await again.stop()).code).toBe(0);
  });

  it('needs nothing that the schema of today no longer has', async () => {
    await new TypeormSchema(await bench.connect()).migrate();
    for (let known = 1; known <= MIGRATIONS.length; known++) {
      const before: Database = await bench.connect({ migrations: MIGRATIONS.slice(0, known) });
      await new TypeormSchema(before).check();
      const pets = new TypeormPetRepository(before);
      const { pet } = await pets.addOnce(createPet({ name: 'cat', categoryId: 1n, status: 'sold' }), {
        accountId: 1n,
        key: `${known}`,
        at: new Date(),
      });
      expect(await pets.find(pet.id)).toEqual(pet);
      expect(await pets.list({ limit: 100, status: 'sold' })).toContainEqual(pet);
    }
  });
});

describeEach(having('recipes'), 'a status that docs/operations adds', (kind) => {
  const bench = benchOn(kind);
  it('is allowed while a replica of the version before serves, and after that', async () => {
    const database = await bench.connect();
    await new TypeormSchema(database).migrate();
    const pets = new TypeormPetRepository(database);
    const before = await pets.add(createPet({ name: 'before', categoryId: 1n, status: 'sold' }));

    await new TypeormSchema(
      await bench.connect({ migrations: [...MIGRATIONS, widenedStatus(kind.recipes)] }),
    ).migrate();
    const after = await pets.add(createPet({ name: 'after', categoryId: 1n, status: 'sold' }));
    expect(after.id).toBeGreaterThan(before.id);
    expect(await pets.list({ limit: 10, status: 'sold' })).toEqual([before, after]);

    const insert = (status: string) =>
      database.query(`INSERT INTO pets (name, category_id, status) VALUES ('x', 1, ?)`, [status]);
    await expect(insert('lost')).rejects.toThrow(/pets_status_known|CHECK constraint/);
    await insert('reserved');
    // Why the recipe takes two releases: a version that does not know a status cannot show it.
    await expect(pets.list({ limit: 10 })).rejects.toThrow('has the unknown status "reserved"');
  });
});
