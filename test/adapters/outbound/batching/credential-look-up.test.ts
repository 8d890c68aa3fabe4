import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CredentialLookUp } from '../../../../src/adapters/outbound/batching/credential-look-up.js';
import type { ApiKey } from '../../../../src/domain/api-key.js';
import { apiKey, UNAVAILABLE } from '../../../support/examples.js';

const KEY = apiKey(1);

/** A store with KEY alone, whose statements for several hashes wait until they are answered. */
function newLookUp() {
  const batches: { readonly hashes: readonly string[]; readonly answer: () => void }[] = [];
  const stored = (hashes: readonly string[]): ApiKey[] => (hashes.includes(KEY.hash) ? [KEY] : []);
  const lookUp = new CredentialLookUp<ApiKey>(
    async (hash) => stored([hash])[0],
    (hashes) => new Promise((resolve) => batches.push({ hashes, answer: () => resolve(stored(hashes)) })),
  );
  const answerNext = async (): Promise<void> => {
    batches.shift()?.answer();
    // The turn of the event loop ends, and with it what the answer has scheduled.
    await setImmediate();
    await setImmediate();
  };
  return { lookUp, batches, answerNext };
}

const invented = (number: number) => apiKey(1000 + number).hash;

describe('A credential that was found before', () => {
  it('is found while a statement for unknown ones has no answer', async () => {
    const { lookUp, batches, answerNext } = newLookUp();
    const first = lookUp.load(KEY.hash);
    await answerNext();
    expect(await first).toEqual(KEY);
    const waiting = [lookUp.load(invented(1)), lookUp.load(invented(2))];
    expect(await lookUp.load(KEY.hash)).toEqual(KEY);
    expect(batches).toHaveLength(1);
    await answerNext();
    await answerNext();
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  });
});

describe('Credentials that were not found before', () => {
  it('share one statement at a time', async () => {
    const { lookUp, batches, answerNext } = newLookUp();
    const hashes = Array.from({ length: 50 }, (_, number) => invented(number));
    const all = Promise.all([...hashes, KEY.hash].map((hash) => lookUp.load(hash)));
    expect(batches.map((batch) => batch.hashes)).toEqual([hashes.slice(0, 1)]);
    await answerNext();
    expect(batches.map((batch) => batch.hashes)).toEqual([[...hashes.slice(1), KEY.hash]]);
    await answerNext();
    expect(await all).toEqual([...Array<undefined>(50).fill(undefined), KEY]);
  });

  it('give each call its own object', async () => {
    const { lookUp, answerNext } = newLookUp();
    const calls = [lookUp.load(invented(1)), lookUp.load(KEY.hash), lookUp.load(KEY.hash)];
    await answerNext();
    await answerNext();
    const [, one, other] = await Promise.all(calls);
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
    expect(one?.createdAt).not.toBe(other?.createdAt);
  });

  it('are refused at once if a thousand are under way, and can be looked up again later', async () => {
    const { lookUp, batches, answerNext } = newLookUp();
    const all = Promise.all(Array.from({ length: 1000 }, (_, number) => lookUp.load(invented(number))));
    await expect(lookUp.load(invented(1000))).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining('busy'),
    });
    while (batches.length > 0) await answerNext();
    await all;
    const later = lookUp.load(KEY.hash);
    await answerNext();
    expect(await later).toEqual(KEY);
  });
});
