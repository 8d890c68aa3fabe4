import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { RunQueue } from '../../../src/adapters/support/run-queue.js';

/** Returns what has started after each turn of the event loop. */
async function turnsOf(line: RunQueue, count: number, turns: number): Promise<number[][]> {
  const started: number[] = [];
  for (let each = 1; each <= count; each++) line.enter(() => started.push(each));
  expect(started).toEqual([]);
  const seen: number[][] = [];
  for (let turn = 0; turn < turns; turn++) {
    await endOfTurn();
    seen.push(started.splice(0));
  }
  return seen;
}

it('starts the work of one turn at its end, in order', async () => {
  expect(await turnsOf(new RunQueue(), 4, 2)).toEqual([[1, 2, 3, 4], []]);
});

it('starts at most so many pieces of work in one turn', async () => {
  expect(await turnsOf(new RunQueue(2), 5, 4)).toEqual([[1, 2], [3, 4], [5], []]);
});
