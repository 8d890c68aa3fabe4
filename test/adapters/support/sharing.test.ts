import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { currentDeadline, Deadline, withDeadline } from '../../../src/adapters/support/deadline.js';
import { Sharing } from '../../../src/adapters/support/sharing.js';
import { turns } from '../../support/eventually.js';

const tooLate = () => new Error('late');

const call = fc.record({ key: fc.constantFrom('a', 'b', 'c'), ms: fc.integer({ min: 60_000, max: 90_000 }) });

it('Calls that are made together share the work for their key, which begins after them and has the latest of their deadlines', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(call, { maxLength: 6 })), async (all) => {
      const begun: ({ key: string; deadline: Deadline | undefined } & PromiseWithResolvers<string>)[] = [];
      const sharing = new Sharing((key) => {
        const work = { key, deadline: currentDeadline(), ...Promise.withResolvers<string>() };
        begun.push(work);
        return work.promise;
      }, tooLate);
      const results: Promise<string>[] = [];
      const expected: string[] = [];
      for (const [turn, calls] of all.entries()) {
        const before = begun.length;
        const deadlines = calls.map(({ ms }) => new Deadline(ms));
        results.push(...calls.map(({ key }, at) => withDeadline(deadlines[at], () => sharing.load(key))));
        expected.push(...calls.map(({ key }) => `${key} of turn ${turn}`));
        expect(begun).toHaveLength(before);
        await turns();
        const fresh = begun.slice(before);
        expect(fresh.map(({ key }) => key)).toEqual([...new Set(calls.map(({ key }) => key))]);
        for (const { key, deadline, resolve } of fresh) {
          const own = deadlines.filter((_, at) => calls[at]?.key === key);
          expect(deadline?.at).toBe(Math.max(...own.map(({ at }) => at)));
          void turns(turn % 4).then(() => resolve(`${key} of turn ${turn}`)); // Some work is done while others begin.
        }
      }
      expect(await Promise.all(results)).toEqual(expected);
    }),
  );
});

it('Calls that share work fail with its error, and each waits for it until its own deadline', async () => {
  const work = Promise.withResolvers<string>();
  const sharing = new Sharing(() => work.promise, tooLate);
  const early = withDeadline(new Deadline(10), () => sharing.load('a'));
  const late = withDeadline(new Deadline(60_000), () => sharing.load('a'));
  const unlimited = sharing.load('a');
  await expect(early).rejects.toThrow('late');
  work.reject(new Error('failed'));
  await expect(late).rejects.toThrow('failed');
  await expect(unlimited).rejects.toThrow('failed');
});
