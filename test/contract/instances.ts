import { expect } from '@jest/globals';

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

/** Expects every call of an instance that has let go of the store to be refused as `unavailable`. */
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
