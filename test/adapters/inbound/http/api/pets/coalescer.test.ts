import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Coalescer } from '../../../../../../src/adapters/inbound/http/api/pets/coalescer.js';

interface Run {
  readonly key: string;
  readonly end: (result: string) => void;
  readonly fail: (error: Error) => void;
}

let coalescer: Coalescer<string>;
let runs: Run[];
beforeEach(() => {
  coalescer = new Coalescer();
  runs = [];
});

/** A call whose run ends when the test ends it. */
function call(key: string): Promise<string> {
  return coalescer.call(key, () => new Promise((end, fail) => runs.push({ key, end, fail })));
}

describe('Calls of one moment', () => {
  it('share a run where they are equal', async () => {
    const calls = Promise.all(['a', 'b', 'a', 'a'].map(call));
    await turn();
    expect(runs.map(({ key }) => key)).toEqual(['a', 'b']);
    for (const { key, end } of runs) end(`result of ${key}`);
    expect(await calls).toEqual(['result of a', 'result of b', 'result of a', 'result of a']);
  });

  it('share its failure, which the next call does not get', async () => {
    const calls = Promise.allSettled(['a', 'a'].map(call));
    await turn();
    runs[0]?.fail(new Error('gone'));
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = call('a');
    await turn();
    runs[1]?.end('fine');
    expect(await next).toBe('fine');
  });
});

describe('A call that comes while an equal run is under way', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('never gets the result of that run, and waits for its end together with others', async () => {
    const first = call('a');
    await turn();
    const late = Promise.all([call('a'), call('a')]);
    jest.advanceTimersByTime(19);
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]?.end('old');
    expect(await first).toBe('old');
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.end('new');
    expect(await late).toEqual(['new', 'new']);
  });

  it('waits also where that run fails', async () => {
    const first = call('a');
    await turn();
    const late = call('a');
    runs[0]?.fail(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await turn();
    runs[1]?.end('new');
    expect(await late).toBe('new');
  });

  it('waits at most 20 ms', async () => {
    const first = call('a');
    await turn();
    const second = call('a');
    jest.advanceTimersByTime(20);
    await turn();
    expect(runs).toHaveLength(2);
    const third = call('a');
    runs[0]?.end('1');
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.end('2');
    await turn();
    runs[2]?.end('3');
    expect(await Promise.all([first, second, third])).toEqual(['1', '2', '3']);
  });

  it('does not wait for a run with another key', async () => {
    const first = call('a');
    await turn();
    const other = call('b');
    await turn();
    for (const { key, end } of runs) end(key);
    expect(await Promise.all([first, other])).toEqual(['a', 'b']);
  });
});
