import { beforeEach, expect, it } from '@jest/globals';
import { LastUses } from '../../../../../src/adapters/outbound/typeorm/repositories/last-uses.js';
import { Deadline, withDeadline } from '../../../../../src/adapters/support/deadline.js';
import { DomainError } from '../../../../../src/domain/errors.js';
import { after, NOON, UNAVAILABLE } from '../../../../support/examples.js';

/** The uses that were written, by name and milliseconds after NOON. */
let written: [name: string, ms: number][];
let uses: LastUses;
beforeEach(() => {
  written = [];
  uses = new LastUses(async (name, at) => void written.push([name, at.getTime() - NOON.getTime()]));
});

it('A use is written once for all calls of a minute, and apart from the uses of others', async () => {
  const calls = [0, 1, 59_999].flatMap((ms) => ['a', 'b'].map((name) => uses.record(name, after(ms))));
  await Promise.all(calls);
  expect(written).toEqual([
    ['a', 0],
    ['b', 0],
  ]);
  await uses.record('a', after(60_000));
  expect(written.at(-1)).toEqual(['a', 60_000]);
});

it('A use is written after the clock was set back', async () => {
  for (const ms of [600_000, 0]) await uses.record('a', after(ms));
  expect(written).toEqual([
    ['a', 600_000],
    ['a', 0],
  ]);
});

it('A write that the database refuses is not tried again within the minute', async () => {
  let attempts = 0;
  const refused = new LastUses(async () => {
    attempts++;
    throw new DomainError('unavailable', 'The database is read-only.');
  });
  await expect(refused.record('a', NOON)).rejects.toMatchObject(UNAVAILABLE);
  await refused.record('a', after(59_999));
  expect(attempts).toBe(1);
  await expect(refused.record('a', after(60_000))).rejects.toMatchObject(UNAVAILABLE);
});

it('A write that hangs leaves the rest of its time to the request', async () => {
  const hanging = new LastUses(() => new Promise(() => undefined));
  const deadline = new Deadline(10_000);
  await expect(withDeadline(deadline, () => hanging.record('a', NOON))).rejects.toMatchObject(UNAVAILABLE);
  expect(deadline.hasPassed).toBe(false);
});
