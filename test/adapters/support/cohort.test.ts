import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { Cohort } from '../../../src/adapters/support/cohort.js';

let cohort: Cohort;
let log: string[];
beforeEach(() => {
  cohort = new Cohort();
  log = [];
});

/** Enters the cohort with work that notes its name. */
function enter(name: string): Promise<string> {
  return cohort.enter(async () => {
    log.push(name);
    return name;
  });
}

/** Resolves after every continuation of this turn of the event loop that is already due. */
const endOfTicks = () => new Promise<void>((resolve) => process.nextTick(() => process.nextTick(resolve)));

it('Of the callers of one turn of the event loop, the first one waits for nothing, and the others go on together, in the order of arrival, when it has ended', async () => {
  const calls = [enter('first'), enter('second')];
  expect(log).toEqual(['first']); // without a turn or a tick
  await endOfTicks();
  calls.push(enter('third')); // still in the same turn
  await endOfTicks();
  expect(log).toEqual(['first']);
  setImmediate(() => log.push('the turn after'));
  await nextTurn();
  expect(log).toEqual(['first', 'second', 'third', 'the turn after']);
  expect(await Promise.all(calls)).toEqual(['first', 'second', 'third']);
});

it('Of the callers of one turn of the event loop, each has its own outcome', async () => {
  const fail = (message: string) => cohort.enter<string>(() => Promise.reject(new Error(message)));
  const outcomes = await Promise.allSettled([fail('a'), enter('second'), fail('b'), enter('fourth')]);
  expect(outcomes).toMatchObject([
    { reason: new Error('a') },
    { value: 'second' },
    { reason: new Error('b') },
    { value: 'fourth' },
  ]);
});

it('After a turn with one caller, the first caller of the next turn waits for nothing either', async () => {
  await enter('first');
  await nextTurn();
  void enter('second');
  expect(log).toEqual(['first', 'second']);
});

it('After a turn with several callers, all callers of the next turn go on together when it has ended', async () => {
  await Promise.all([enter('first'), enter('second')]);
  const calls = [enter('third'), enter('fourth')];
  await endOfTicks();
  expect(log).toEqual(['first', 'second']);
  await Promise.all(calls);
  expect(log).toEqual(['first', 'second', 'third', 'fourth']);
  await nextTurn();
  await nextTurn();
  void enter('fifth');
  expect(log.at(-1)).toBe('fifth');
});
