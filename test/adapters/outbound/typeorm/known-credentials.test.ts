import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { KnownCredentials } from '../../../../src/adapters/outbound/typeorm/known-credentials.js';
import { UNAVAILABLE } from '../../../support/examples.js';

/** How many look-ups of unknown credentials run at a time, and how many may wait for them. */
const [RUNNING, WAITING] = [2, 1000];

interface Credential {
  readonly name: string;
  readonly isValid: boolean;
}

const STORED = { name: 'stored', isValid: true };

let credentials: KnownCredentials<Credential>;
/** Answers the look-ups of invented credentials, in the order in which they reached the store. */
let answers: (() => void)[];
beforeEach(() => {
  credentials = new KnownCredentials(({ isValid }) => isValid);
  answers = [];
});

const findStored = () => credentials.find('stored', async () => STORED);
const findInvented = () =>
  credentials.find('invented', () => new Promise<undefined>((resolve) => answers.push(() => resolve(undefined))));

const answerAll = async () => {
  while (answers.length > 0) {
    answers.shift()?.();
    await setImmediate();
  }
};

it('A credential that was found before is looked up while as many unknown ones as possible have no answer', async () => {
  expect(await findStored()).toBe(STORED);
  const flood = Array.from({ length: RUNNING + WAITING }, findInvented);
  expect(await findStored()).toBe(STORED);
  await answerAll();
  expect(new Set(await Promise.all(flood))).toEqual(new Set([undefined]));
});

it('Credentials that were not found before are looked up two at a time', async () => {
  const flood = Array.from({ length: 5 }, findInvented);
  await setImmediate();
  expect(answers).toHaveLength(RUNNING);
  await answerAll();
  await Promise.all(flood);
});

it('Credentials that were not found before are refused at once if too many wait, and are looked up again later', async () => {
  const flood = Array.from({ length: RUNNING + WAITING }, findInvented);
  const message = expect.stringContaining('busy');
  await expect(findStored()).rejects.toMatchObject({ ...UNAVAILABLE, message });
  await answerAll();
  await Promise.all(flood);
  expect(await findStored()).toBe(STORED);
});

it('Credentials that were not found before are refused after a while if the store gives no answer', async () => {
  const flood = Array.from({ length: RUNNING }, findInvented);
  await expect(findStored()).rejects.toMatchObject(UNAVAILABLE);
  await answerAll();
  await Promise.all(flood);
});

it('Credentials that no longer work, and those that are forgotten, are not known, and evict none', async () => {
  expect(await findStored()).toBe(STORED);
  for (let each = 0; each < 10_000; each++) {
    await credentials.find(`ended ${each}`, async () => ({ name: 'ended', isValid: false }));
    await credentials.find(`revoked ${each}`, async () => ({ name: 'revoked', isValid: true }));
    if (each % 100 === 0) credentials.forget(({ name }) => name === 'revoked');
  }
  const flood = Array.from({ length: RUNNING + WAITING }, findInvented);
  expect(await findStored()).toBe(STORED);
  for (const gone of ['ended 0', 'revoked 0']) {
    await expect(credentials.find(gone, async () => undefined)).rejects.toMatchObject(UNAVAILABLE);
  }
  await answerAll();
  await Promise.all(flood);
});
