import { types } from 'node:util';
import { expect } from '@jest/globals';

/**
 * Expects changes to what a caller gave, or got, to reach neither the store nor another caller at the same time.
 * @param given what was added, and what adding it returned
 */
export async function expectCopies(
  given: readonly unknown[],
  calls: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const answers = () => Promise.all(calls.map((call) => call()));
  const kept = structuredClone(await answers());
  change(given);
  const [mine, other] = await Promise.all([answers(), answers()]);
  change(mine);
  expect(other).toEqual(kept);
  expect(await answers()).toEqual(kept);
}

/** Changes every property at any depth and every instant, and empties lists. What is frozen stays as it is. */
function change(given: unknown): void {
  if (typeof given !== 'object' || given === null || Object.isFrozen(given)) return;
  if (types.isDate(given)) given.setTime(0);
  for (const [property, value] of Object.entries(given)) {
    change(value);
    Object.assign(given, { [property]: 'changed' });
  }
  if (Array.isArray(given)) given.length = 0;
}

/** Expects a lookup to find nothing by any of these texts. */
export async function expectNone(texts: readonly string[], find: (text: string) => Promise<unknown>): Promise<void> {
  for (const text of texts) expect({ text, found: await find(text) }).toEqual({ text, found: undefined });
}

/**
 * Returns texts that a lookup must distinguish from this one, which has lower-case letters and does not end in a
 * space.
 */
export function othersThan(text: string): string[] {
  return ['', text.toUpperCase(), `${text} `, text.slice(1), text.slice(0, -1), '\0', `${text}\0`, '\ud800', '%', 'é'];
}
