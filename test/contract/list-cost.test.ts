import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PET_STATUSES } from '../../src/domain/pet.js';
import { CAT } from '../support/examples.js';
import { IS_LONG } from '../support/long.js';
import { describeEach, openNew, TEST_STORAGES } from '../support/storages.js';

// The coverage of V8 counts how often each block of a storage runs, such as the body of a loop over animals. It counts
// only what is compiled after its start, so this file calls no storage before. What an engine reads is another test's
// subject, since only engines on SQL tell it.

const session = new Session();
beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => session.disconnect());

/** Resolves to how many blocks of code of a storage a call runs. */
async function stepsOf(call: () => Promise<unknown>): Promise<number> {
  await session.post('Profiler.takePreciseCoverage'); // sets the counts to zero
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result.flatMap((script) => (script.url.includes('/adapters/outbound/') ? script.functions : []));
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
}

const [FEW, MANY] = [60, IS_LONG ? 3_000 : 600];

describeEach(TEST_STORAGES, 'a list', (kind) => {
  it.each([undefined, 'sold'] as const)('takes about as many steps for many animals as for few: %s', async (status) => {
    const { pets } = await openNew(kind);
    let added = 0;
    const stepsAmong = async (count: number) => {
      const draft = () => ({ ...CAT, status: PET_STATUSES[added++ % 3] ?? 'sold' });
      await Promise.all(Array.from({ length: count - added }, () => pets.add(draft())));
      const middle = BigInt(count / 2);
      return {
        first: await stepsOf(() => pets.list({ limit: 5, status })),
        later: await stepsOf(() => pets.list({ limit: 5, status, after: middle })),
        newest: await stepsOf(() => pets.listNewest({ limit: 5, status })),
        older: await stepsOf(() => pets.listNewest({ limit: 5, status, before: middle })),
      };
    };
    const [few, many] = [await stepsAmong(FEW), await stepsAmong(MANY)];
    for (const page of ['first', 'later', 'newest', 'older'] as const) {
      expect(few[page]).toBeGreaterThan(0);
      expect(many[page]).toBeLessThan(3 * few[page]); // a bisection takes a few more
    }
  });
});
