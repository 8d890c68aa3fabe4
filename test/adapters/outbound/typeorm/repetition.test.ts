import { expect, it } from '@jest/globals';
import { DatabaseUnavailable, type Meaning } from '../../../../src/adapters/outbound/typeorm/errors.js';
import { repeatAfter } from '../../../../src/adapters/outbound/typeorm/repetition.js';

const failure = (meaning: Exclude<Meaning, 'bug' | 'duplicate'>) => new DatabaseUnavailable(new Error('no'), meaning);

it('repeats an attempt after pauses that begin with 5 ms and double', async () => {
  const times = [performance.now()];
  const attempt = async () => {
    times.push(performance.now());
    if (times.length < 4) throw failure('contended');
    return 'done';
  };
  expect(await repeatAfter(failure('contended'), attempt, { forMs: 60_000 })).toBe('done');
  const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  // A timer of Node.js may fire a millisecond early, and never earlier.
  for (const [at, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(5 * 2 ** at - 1);
});

it.each([
  ['a failure of unknown outcome', failure('lost'), 60_000],
  ['a failure that lasts', failure('failing'), 60_000],
  ['a bug', new TypeError('ours'), 60_000],
  ['any failure when the time for attempts is over', failure('contended'), 0],
])('does not repeat work that is not repeatable after %s', async (_, error, forMs) => {
  let attempts = 0;
  await expect(repeatAfter(error, async () => attempts++, { forMs })).rejects.toBe(error);
  expect(attempts).toBe(0);
});

it('repeats repeatable work after a failure of unknown outcome, until one that lasts', async () => {
  const last = failure('failing');
  const attempts = [failure('lost'), last];
  const attempt = async () => Promise.reject(attempts.shift() ?? new Error('one attempt too many'));
  await expect(repeatAfter(failure('lost'), attempt, { forMs: 60_000, isRepeatable: true })).rejects.toBe(last);
});
