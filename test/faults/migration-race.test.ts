import { expect, it } from '@jest/globals';
import { animalStoreProcess } from '../support/process.js';
import { describeEach, open, openNew, SHARED_STORAGES, targets } from '../support/storages.js';

describeEach(SHARED_STORAGES, 'several processes that migrate a store at the same time', (kind) => {
  const target = targets(kind);

  it('run every migration once', async () => {
    const pending = await (await openNew(kind, { migrate: false })).schema.pendingMigrations();
    const env = { DATABASE_URL: target().url };
    const runs = await Promise.all(Array.from({ length: 4 }, () => animalStoreProcess(['migrate', '--json'], { env })));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const applied = runs.flatMap(({ stdout }) => (JSON.parse(stdout) as { applied: string[] }).applied);
    expect(applied.toSorted()).toEqual(pending.toSorted());
    await open(target());
  });
});
