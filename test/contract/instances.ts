import { expect } from '@jest/globals';

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

/** Something with methods that all answer later: a repository. */
type Calls = readonly (() => Promise<unknown>)[];

/** A store that other instances of the program can open as well. */
interface Shared<Instance> {
  readonly another: (() => Promise<Instance>) | undefined;
}

/** Opens the store a second time, as another instance of the program would, for as long as `work` takes. */
export async function withAnother<Instance extends { close(): Promise<void> }>(
  { another }: Shared<Instance>,
  work: (other: Instance) => Promise<void>,
): Promise<void> {
  if (another === undefined) throw new Error('No other process can reach this store.');
  const other = await another();
  try {
    await work(other);
  } finally {
    await other.close();
  }
}

/** Expects every call of a closed instance to be refused as `unavailable`. */
export async function expectUnavailable<Instance extends { close(): Promise<void> }>(
  store: Shared<Instance>,
  callsOf: (closed: Instance) => Calls,
): Promise<void> {
  const unavailable = { name: 'DomainError', code: 'unavailable' };
  await withAnother(store, async (other) => {
    await other.close();
    for (const call of callsOf(other)) await expect(call()).rejects.toMatchObject(unavailable);
  });
}

/** Texts that a look-up must tell from this one, which has letters in lower case and ends in no space. */
export function othersThan(text: string): string[] {
  return ['', text.toUpperCase(), `${text} `, text.slice(1), text.slice(0, -1), '\0', `${text}\0`, '\ud800', '%', 'é'];
}
