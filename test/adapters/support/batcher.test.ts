import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Batcher, oncePerKey } from '../../../src/adapters/support/batcher.js';
import { currentDeadline, Deadline, withDeadline } from '../../../src/adapters/support/deadline.js';
import { RunQueue } from '../../../src/adapters/support/run-queue.js';
import { turns } from '../../support/eventually.js';

type Results = readonly string[];

/** Batches that the test ends. */
let batches: ({ items: readonly string[]; deadline: Deadline | undefined } & PromiseWithResolvers<Results>)[];
beforeEach(() => void (batches = []));
afterEach(() => void jest.useRealTimers());

function newBatcher(maxWaitMs = 60_000): Batcher<string, string> {
  const runAll = (items: readonly string[]) => {
    const batch = { items, deadline: currentDeadline(), ...Promise.withResolvers<Results>() };
    batches.push(batch);
    return batch.promise;
  };
  return new Batcher(runAll, { maxBatchSize: 3, maxWaitMs });
}

function end(number: number, results?: Results): void {
  const batch = batches[number];
  batch?.resolve(results ?? batch.items.map((item) => `result of ${item}`));
}

const items = () => batches.map((batch) => batch.items);

it('Calls that one piece of code makes run together, also those that it makes once promises have settled', async () => {
  const batcher = newBatcher();
  const calls = ['a', 'b'].map((item) => batcher.load(item));
  const later = Promise.resolve().then(() => batcher.load('c'));
  expect(items()).toEqual([]);
  await turns();
  expect(items()).toEqual([['a', 'b', 'c']]);
  end(0);
  expect(await Promise.all([...calls, later])).toEqual(['result of a', 'result of b', 'result of c']);
});

it('Calls of work that a line starts together join each other, although that work takes several steps', async () => {
  const batcher = newBatcher();
  const line = new RunQueue();
  const loadAfter = async (steps: number, item: string) => {
    for (let step = 0; step < steps; step++) await Promise.resolve();
    await batcher.load(item);
  };
  for (const [steps, item] of ['a', 'b', 'c'].entries()) line.enter(() => void loadAfter(steps, item));
  await turns();
  expect(items()).toEqual([['a', 'b', 'c']]);
});

it('A call that arrives while a batch runs never gets a result of that batch, and joins the next one', async () => {
  const batcher = newBatcher();
  const first = batcher.load('a');
  await turns();
  const late = Promise.all(['a', 'b', 'a'].map((item) => batcher.load(item)));
  await turns();
  expect(items()).toEqual([['a']]);
  end(0, ['old']);
  expect(await first).toBe('old');
  await turns();
  expect(items()).toEqual([['a'], ['a', 'b', 'a']]);
  end(1, ['1', '2', '3']);
  expect(await late).toEqual(['1', '2', '3']);
});

/** Waits for calls in fake time, and lets the batches that are due start. */
const elapse = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('Beside a batch that hangs, another one starts after a limited time, and carries on with the calls that wait', async () => {
  jest.useFakeTimers();
  const batcher = newBatcher(20);
  const hanging = batcher.load('hanging');
  await elapse(0);
  void batcher.load('a');
  await elapse(19);
  expect(items()).toEqual([['hanging']]);
  await elapse(1);
  const waiting = batcher.load('b');
  end(1);
  await elapse(0);
  expect(items()).toEqual([['hanging'], ['a'], ['b']]);
  void batcher.load('c');
  end(0); // The end of the batch that was overtaken starts no batch beside the running one.
  expect(await hanging).toBe('result of hanging');
  await elapse(0);
  expect(items()).toHaveLength(3);
  end(2);
  expect(await waiting).toBe('result of b');
  await elapse(0);
  expect(items()).toEqual([['hanging'], ['a'], ['b'], ['c']]);
});

it('Beside a batch that hangs, no batch without calls starts', async () => {
  jest.useFakeTimers();
  const batcher = newBatcher(20);
  const calls = [batcher.load('a')];
  await elapse(0);
  calls.push(batcher.load('b'));
  end(0);
  await elapse(0);
  end(1);
  await Promise.all(calls);
  await elapse(100);
  expect(items()).toEqual([['a'], ['b']]);
});

it('A batch that fails rejects its calls, and no later one', async () => {
  const batcher = newBatcher();
  const first = batcher.load('a').catch(String);
  await turns();
  const calls = Promise.allSettled(['b', 'c'].map((item) => batcher.load(item)));
  batches[0]?.reject(new Error('gone'));
  expect(await first).toBe('Error: gone');
  await turns();
  end(1);
  expect(await calls).toMatchObject([{ value: 'result of b' }, { value: 'result of c' }]);
});

it('A batch has the latest deadline of its calls', async () => {
  const batcher = newBatcher();
  const deadlines = [10_000, 60_000, 20_000].map((ms) => new Deadline(ms));
  for (const deadline of deadlines) void withDeadline(deadline, () => batcher.load('a'));
  await turns();
  expect(batches[0]?.deadline).toBe(deadlines[1]);
});

it('A batch rejects its calls if it has too few results', async () => {
  const call = newBatcher().load('a');
  await turns();
  end(0, []);
  await expect(call).rejects.toThrow('another number of results');
});

it('Calls of one turn share the work for their key, and no call gets the result of work that began before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 })), async (all) => {
      const begun: ({ key: string } & PromiseWithResolvers<string>)[] = [];
      const batcher = new Batcher(
        oncePerKey((key) => {
          const work = { key, ...Promise.withResolvers<string>() };
          begun.push(work);
          return work.promise;
        }),
      );
      const outcomes: Promise<unknown>[] = [];
      const expected: string[] = [];
      for (const [turn, keys] of all.entries()) {
        const before = begun.length;
        outcomes.push(...keys.map((key) => batcher.load(key).catch(String)));
        expected.push(...keys.map((key) => (key === 'c' ? `Error: ${key} of turn ${turn}` : `${key} of turn ${turn}`)));
        expect(begun).toHaveLength(before);
        await turns();
        const fresh = begun.slice(before);
        expect(fresh.map(({ key }) => key)).toEqual([...new Set(keys)]);
        for (const { key, resolve, reject } of fresh) {
          const settle = () =>
            key === 'c' ? reject(new Error(`c of turn ${turn}`)) : resolve(`${key} of turn ${turn}`);
          void turns(turn % 4).then(settle); // Some work is done while others begin.
        }
      }
      expect(await Promise.all(outcomes)).toEqual(expected);
    }),
  );
});
