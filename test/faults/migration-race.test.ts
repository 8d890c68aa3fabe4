import { afterAll, expect, it } from '@jest/globals';
import { animalStore, cleanUp } from '../support/process.js';
import { describeUnless } from '../support/requirements.js';
import { STORES } from '../support/stores.js';

afterAll(cleanUp);

for (const { name, missing, newPlace } of STORES) {
  if (newPlace === undefined) continue; // what a process keeps in its memory is migrated by it alone

  describeUnless(missing, `several processes that migrate ${name} at the same time`, () => {
    it('run every migration once', async () => {
      const place = await newPlace();
      const env = { DATABASE_URL: place.url };
      const runs = await Promise.all(Array.from({ length: 4 }, () => animalStore(['migrate', '--json'], { env })));
      expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
      const applied = runs.flatMap(({ stdout }) => (JSON.parse(stdout) as { applied: string[] }).applied);
      expect(applied.length).toBeGreaterThan(0);
      expect(new Set(applied).size).toBe(applied.length);
      await (await place.open()).close();
      await place.drop();
    });
  });
}
