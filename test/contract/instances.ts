import { expect } from '@jest/globals';
import type { Storage } from '../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../src/adapters/outbound/storages.js';
import { UNAVAILABLE } from '../support/examples.js';
import type { TestStorage } from '../support/storages.js';

/**
 * Expects changes to what a caller gave, or got, to reach neither the store nor another caller at the same time.
 * @param given what was added, and what adding it returned
 */
export async function expectCopies(given: readonly unknown[], calls: Calls): Promise<void> {
  const answers = () => Promise.all(calls.map((call) => call()));
  const kept = structuredClone(await answers());
  change(given);
  const [mine, other] = await Promise.all([answers(), answers()]);
  change(mine);
  expect(other).toEqual(kept);
  expect(await answers()).toEqual(kept);
}

/** Changes every member at any depth and every instant, and empties lists. */
function change(given: unknown): void {
  if (typeof given !== 'object' || given === null) return;
  if (given instanceof Date) given.setTime(0);
  for (const [member, value] of Object.entries(given)) {
    change(value);
    Object.assign(given, { [member]: 'changed' });
  }
  if (Array.isArray(given)) given.length = 0;
}

/** Calls whose results all arrive later. */
type Calls = readonly (() => Promise<unknown>)[];

/**
 * Expects every call to be refused as `unavailable` before the store is connected, and after it is closed.
 * @param opened an instance that has the store open, which ends first, because some stores admit only one
 */
export async function expectUnavailable(opened: TestStorage, callsOf: (storage: Storage) => Calls): Promise<void> {
  const { target } = opened;
  await opened.close();
  const storage = await parseStorageUrl(target.url).open();
  const calls = callsOf(storage);
  for (const call of calls) await expect(call()).rejects.toMatchObject(UNAVAILABLE);
  await storage.connect();
  await storage.close();
  for (const call of calls) await expect(call()).rejects.toMatchObject(UNAVAILABLE);
}

/** Expects a look-up to find nothing by any of these texts. */
export async function expectNone(texts: readonly string[], find: (text: string) => Promise<unknown>): Promise<void> {
  for (const text of texts) expect({ text, found: await find(text) }).toEqual({ text, found: undefined });
}

/**
 * Returns texts that a look-up must distinguish from this one, which has lower-case letters and does not end in a
 * space.
 */
export function othersThan(text: string): string[] {
  return ['', text.toUpperCase(), `${text} `, text.slice(1), text.slice(0, -1), '\0', `${text}\0`, '\ud800', '%', 'é'];
}
