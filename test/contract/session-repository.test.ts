import { beforeEach, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { after, NOON, session } from '../support/examples.js';
import { describeEach, openNew, TEST_STORAGES, type TestStorage } from '../support/storages.js';
import type { TestStorageKind } from '../support/test-storage.js';
import { expectCopies, expectNone, othersThan } from './instances.js';

describeEach(TEST_STORAGES, 'the session repository', describeContract);

/** States what every adapter of SessionRepository promises. */
function describeContract(kind: TestStorageKind): void {
  let opened: TestStorage;
  let sessions: TestStorage['sessions'];
  beforeEach(async () => {
    opened = await openNew(kind);
    ({ sessions } = opened);
  });

  it('keeps every property exactly, and adds none', async () => {
    const plain = session(1);
    const full = session(2, {
      accountId: 2n ** 63n - 1n,
      lastSeenAt: after(1),
      address: '2001:db8::7',
      browser: 'Firefox on Linux',
    });
    for (const each of [plain, full]) {
      await sessions.add(each);
      expect(await sessions.find(each.hash)).toEqual(each);
      expect(await sessions.list(each.accountId, 9)).toEqual([each]);
    }
  });

  it('finds no session by another hash', async () => {
    await sessions.add(session(10));
    await expectNone([...othersThan(session(10).hash), session(11).hash], (hash) => sessions.find(hash));
  });

  it('records within seconds when a known session was seen, unless it was seen later', async () => {
    const seen = [session(1), session(2, { lastSeenAt: after(2) }), session(3)];
    for (const each of seen) await sessions.add(each);
    for (const number of [1, 2, 9]) sessions.recordUse(session(number).hash, after(1));
    const expected = [session(1, { lastSeenAt: after(1) }), ...seen.slice(1)];
    await eventually(async () => (await sessions.find(session(1).hash))?.lastSeenAt.getTime() !== NOON.getTime());
    expect(await Promise.all(seen.map(({ hash }) => sessions.find(hash)))).toEqual(expected);
    expect(await sessions.find(session(9).hash)).toBeUndefined();
  });

  it('removes one session, and no other', async () => {
    for (const number of [1, 2]) await sessions.add(session(number));
    await sessions.remove(session(1).hash);
    await sessions.remove(session(1).hash);
    expect(await sessions.find(session(1).hash)).toBeUndefined();
    expect(await sessions.find(session(2).hash)).toEqual(session(2));
  });

  it('removes any number of sessions of one account but one', async () => {
    const [account, neighbour] = [2n ** 53n + 1n, 2n ** 53n];
    for (let number = 0; number < 120; number++) await sessions.add(session(number, { accountId: account }));
    await sessions.add(session(120, { accountId: neighbour }));
    expect(await sessions.list(account, 1_000)).toHaveLength(120);
    expect(await sessions.list(neighbour, 1_000)).toEqual([session(120, { accountId: neighbour })]);
    const all = Array.from({ length: 121 }, (_, number) => number);
    await sessions.removeOf(account, session(7).hash);
    expect(await found(...all)).toEqual([7, 120]);
    await sessions.removeOf(account);
    expect(await found(...all)).toEqual([120]);
  });

  it('removes sessions created or last seen before an instant, not at it', async () => {
    const old = Array.from({ length: 60 }, (_, n) => session(100 + n, { lastSeenAt: after(-n) }));
    for (const each of old) await sessions.add(each);
    await sessions.add(session(1, { createdAt: after(-1), lastSeenAt: after(100) }));
    await sessions.add(session(2, { createdAt: NOON, lastSeenAt: after(99) }));
    await sessions.add(session(3, { createdAt: NOON, lastSeenAt: after(100) }));
    await sessions.add(session(4, { createdAt: after(1), lastSeenAt: after(101) }));
    await sessions.purge(NOON, after(100));
    expect(await found(1, 2, 3, 4, ...Array.from(old, (_, n) => 100 + n))).toEqual([3, 4]);
  });

  it('lists the sessions of an account, last seen first, up to a limit', async () => {
    const added = [1, 2, 3].map((number) =>
      session(number, { lastSeenAt: after(number), ...(number > 1 && { address: `2001:db8::${number}` }) }),
    );
    for (const each of [...added, session(4, { accountId: 2n })]) await sessions.add(each);
    expect(await sessions.list(1n, 100)).toEqual(added.toReversed());
    expect(await sessions.list(1n, 2)).toEqual(added.toReversed().slice(0, 2));
    expect(await sessions.list(9n, 100)).toEqual([]);
  });

  it('returns copies: changes to one have no effect', async () => {
    const added = session(1);
    await sessions.add(added);
    await expectCopies([added], [() => sessions.find(session(1).hash), () => sessions.list(1n, 9)]);
  });

  it('has the same data in every instance of the program', async () => {
    const other = await opened.another();
    for (const number of [1, 2]) await sessions.add(session(number));
    expect(await other.sessions.find(session(1).hash)).toEqual(session(1));
    await other.sessions.remove(session(2).hash);
    expect(await sessions.list(1n, 9)).toEqual([session(1)]);
    await other.sessions.removeOf(1n);
    expect(await found(1)).toEqual([]);
  });

  async function found(...numbers: number[]): Promise<number[]> {
    const stored: number[] = [];
    // One by one, since lookups of unknown sessions wait for each other, and only for a while.
    for (const number of numbers) {
      if ((await sessions.find(session(number).hash)) !== undefined) stored.push(number);
    }
    return stored;
  }
}
