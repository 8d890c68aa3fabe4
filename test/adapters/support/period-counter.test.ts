import { expect, it } from '@jest/globals';
import { PeriodCounter } from '../../../src/adapters/support/period-counter.js';

const PERIOD = 60_000;

it('A counter forgets the counts that have not grown for longest when it has too many', () => {
  const counter = new PeriodCounter<string>();
  const count = (name: string) => counter.count(name, PERIOD).count;
  expect([count('idle'), count('busy'), count('idle')]).toEqual([1, 1, 2]);
  for (let each = 0; each < 200_000; each++) {
    count(`flood ${each}`);
    if (each % 1000 === 0) count('busy');
  }
  expect([count('idle'), count('busy')]).toEqual([1, 202]);
});
