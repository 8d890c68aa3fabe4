import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Batcher } from '../../../src/adapters/support/batcher.js';

interface Load {
  readonly keys: readonly string[];
  readonly end: (values: string[]) => void;
  readonly fail: (error: Error) => void;
}

/** Batches that the test ends. */
let loads: Load[];
let batcher: Batcher<string, string>;
beforeEach(() => {
  loads = [];
  batcher = new Batcher((keys) => new Promise((end, fail) => loads.push({ keys, end, fail })), 3);
});

const load = (key: string) => batcher.load(key);

describe('Calls of one moment', () => {
  it('load together, and equal keys once', async () => {
    const calls = Promise.all(['a', 'b', 'a', 'c', 'd'].map(load));
    await turn();
    expect(loads.map(({ keys }) => keys)).toEqual([['a', 'b', 'c'], ['d']]);
    for (const { keys, end } of loads) end(keys.map((key) => `value of ${key}`));
    expect(await calls).toEqual(['a', 'b', 'a', 'c', 'd'].map((key) => `value of ${key}`));
  });

  it('share a failure, which the next call does not get', async () => {
    const calls = Promise.allSettled(['a', 'a'].map(load));
    await turn();
    loads[0]?.fail(new Error('gone'));
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = load('a');
    await turn();
    loads[1]?.end(['fine']);
    expect(await next).toBe('fine');
  });
});

describe('A call that comes while a batch runs', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('never gets a value of that batch, and waits for its end together with others', async () => {
    const first = load('a');
    await turn();
    const late = Promise.all([load('a'), load('b'), load('a')]);
    jest.advanceTimersByTime(19);
    await turn();
    expect(loads).toHaveLength(1);
    loads[0]?.end(['old']);
    expect(await first).toBe('old');
    await turn();
    expect(loads[1]?.keys).toEqual(['a', 'b']);
    loads[1]?.end(['new', 'other']);
    expect(await late).toEqual(['new', 'other', 'new']);
  });

  it('waits at most 20 ms, and so does one after it', async () => {
    const first = load('a');
    await turn();
    const second = load('a');
    jest.advanceTimersByTime(20);
    await turn();
    expect(loads).toHaveLength(2);
    const third = load('a');
    loads[0]?.end(['1']);
    await turn();
    expect(loads).toHaveLength(2);
    jest.advanceTimersByTime(20);
    await turn();
    loads[1]?.end(['2']);
    loads[2]?.end(['3']);
    expect(await Promise.all([first, second, third])).toEqual(['1', '2', '3']);
  });
});
