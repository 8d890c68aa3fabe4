import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Sharing } from '../../../src/adapters/support/sharing.js';
import { turns } from '../../support/eventually.js';

const key = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  fc.record({ do: fc.constant('load' as const), key }),
  fc.record({ do: fc.constant('end' as const), at: fc.nat(2), fails: fc.boolean() }),
);

it('Calls for a key share work that began after them, once for all of them, and other keys do not wait for it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let began = 0;
      const running: ({ key: string; number: number } & PromiseWithResolvers<number>)[] = [];
      const sharing = new Sharing(
        (key) => {
          const work = { key, number: ++began, ...Promise.withResolvers<number>() };
          running.push(work);
          return work.promise;
        },
        { maxWaitMs: 60_000, tooLate: () => new Error('late') },
      );
      const loads: Promise<void>[] = [];
      const load = async (key: string) => {
        const before = began;
        const number = await sharing.load(key).catch((error: unknown) => Number((error as Error).message));
        expect(number).toBeGreaterThan(before);
      };
      const end = ({ at, fails }: { at: number; fails: boolean }) => {
        const [work] = running.splice(at % running.length, 1);
        if (fails) work?.reject(new Error(String(work.number)));
        else work?.resolve(work.number);
      };
      for (const each of steps) {
        if (each.do === 'load') loads.push(load(each.key));
        else if (running.length > 0) end(each);
        await turns();
        expect(new Set(running.map(({ key }) => key)).size).toBe(running.length);
        if (each.do === 'load') expect(running.some(({ key }) => key === each.key)).toBe(true);
      }
      while (running.length > 0) {
        end({ at: 0, fails: false });
        await turns();
      }
      await Promise.all(loads);
      expect(began).toBeLessThanOrEqual(loads.length);
      expect(sharing).toMatchObject({ batchers: new Map() }); // Nothing is kept of a key for which nobody waits.
    }),
  );
});
