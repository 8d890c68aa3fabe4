import { beforeEach, expect, it } from '@jest/globals';
import { BATCHES } from '../../../../../src/adapters/outbound/typeorm/execution/database.js';
import { batchedLookup } from '../../../../../src/adapters/outbound/typeorm/repositories/batched-lookup.js';
import { LastUses } from '../../../../../src/adapters/outbound/typeorm/repositories/last-uses.js';
import { currentDeadline, Deadline, withDeadline } from '../../../../../src/adapters/support/deadline.js';
import { DomainError } from '../../../../../src/domain/errors.js';
import { after, NOON } from '../../../../support/examples.js';

const { maxBatchSize } = BATCHES;
const KEYS = Array.from({ length: maxBatchSize }, (_, at) => `key ${at}`);

/** The values of the statements. */
let sent: unknown[][];
let answer: (values: unknown[]) => unknown;
const database = {
  query: async <T>(_: string, values: unknown[] = []) => {
    sent.push(values);
    return answer(values) as T; // as the port has it
  },
};
const newUses = (onWritten?: (key: string) => void) => new LastUses(database, () => 'UPDATE', onWritten);
beforeEach(() => {
  sent = [];
  answer = () => [];
});

it('uses are written together, each key once with the first of its instants at the latest', async () => {
  const written: string[] = [];
  const uses = newUses((key) => written.push(key));
  uses.record('first', after(7));
  for (const key of [...KEYS, ...KEYS, 'first']) uses.record(key, after(9));
  expect(sent).toEqual([]);
  await uses.write();
  const [early, late] = [after(7), after(9)].map((at) => BigInt(at.getTime()));
  expect(sent).toEqual([
    [early, 'first', ...KEYS.slice(0, -1), early],
    [late, ...KEYS.slice(-1), late],
  ]);
  expect(written).toEqual(['first', ...KEYS]);
  await uses.write();
  expect(sent).toHaveLength(2);
});

it('uses that the database refuses are dropped, by one statement for all of them', async () => {
  answer = () => {
    throw new DomainError('unavailable', 'The database is read-only.');
  };
  const uses = newUses();
  for (const key of [...KEYS, 'another']) uses.record(key, NOON);
  await uses.write();
  await uses.write();
  expect(sent).toHaveLength(1);
});

it('uses are written by themselves, without the deadline of the request', async () => {
  const deadlines = new Promise((resolve) => {
    answer = () => resolve(currentDeadline());
  });
  withDeadline(new Deadline(1), () => newUses().record('key', NOON));
  expect(await deadlines).toBeUndefined();
});

it('lookups of one turn share statements, each key once', async () => {
  const find = batchedLookup<string, { key: string }>(database, {
    select: () => 'SELECT',
    read: (key) => ({ key }),
    keyOf: ({ key }) => key,
  });
  answer = (values) => values.filter((key) => key === 'known');
  const found = await Promise.all(['known', ...KEYS, 'known'].map(find));
  expect(sent.map(({ length }) => length)).toEqual([maxBatchSize, 2]);
  expect(found).toEqual([{ key: 'known' }, ...KEYS.map(() => undefined), { key: 'known' }]);
});
