import { beforeEach, expect, it } from '@jest/globals';
import type { ApiKey } from '../../src/domain/api-key.js';
import type { ApiKeyRepository } from '../../src/domain/ports/repositories.js';
import { INT64_MAX } from '../../src/domain/values.js';
import { eventually } from '../support/eventually.js';
import { account, addKey, after, apiKey, NOON, revokeKeys } from '../support/examples.js';
import { IS_LONG } from '../support/long.js';
import { describeEach, openNew, TEST_STORAGES, type TestStorage } from '../support/storages.js';
import type { TestStorageKind } from '../support/test-storage.js';
import { expectCopies, expectNone, othersThan } from './instances.js';

/** States what every adapter of ApiKeyRepository promises. */
function apiKeyRepositoryContract(kind: TestStorageKind): void {
  let opened: TestStorage;
  let keys: ApiKeyRepository;
  beforeEach(async () => {
    await openWithAccounts(1n);
  });

  /** Opens a new store with two accounts. */
  async function openWithAccounts(first: bigint): Promise<void> {
    opened = await openNew(kind, { nextId: first });
    keys = opened.apiKeys;
    await opened.accounts.add(account(1));
    await opened.accounts.add(account(2));
  }

  const add = async (...added: ApiKey[]) => {
    for (const key of added) expect(await addKey(keys, key)).toEqual([key]);
  };

  const prefixOf = (number: number) => apiKey(number).prefix;

  /** Adds a key unless the account has another one. */
  const addOnly = (key: ApiKey, by = keys) => by.change(key.accountId, (found) => (found.length > 0 ? [] : [key]));

  it('returns exactly what was added, to the millisecond and the last digit', async () => {
    const accountId = INT64_MAX - 100n;
    await openWithAccounts(accountId);
    const plain = apiKey(1, { accountId });
    const full = apiKey(2, {
      accountId: accountId + 1n,
      name: ' 🔑 clé '.padEnd(100, '🐈').slice(0, 100),
      expiresAt: after(1),
      lastUsedAt: after(2),
      revokedAt: after(3),
    });
    for (const key of [plain, full]) {
      await add(key);
      expect(await keys.findForRequest(key.prefix)).toEqual(key);
      expect(await keys.find(key.prefix)).toEqual(key);
    }
    expect(await keys.list(1000)).toEqual([plain, full]);
  });

  it('finds no key by another prefix', async () => {
    await add(apiKey(10));
    const others = [...othersThan(prefixOf(10)), prefixOf(2)];
    await expectNone(others, (other) => keys.find(other));
    await expectNone(others, (other) => keys.findForRequest(other));
  });

  it('finds no key for a request once its account is removed, which leaves the row of the key', async () => {
    await add(apiKey(1), apiKey(2, { accountId: 2n }));
    await opened.accounts.remove(1n);
    expect(await keys.findForRequest(prefixOf(1))).toBeUndefined();
    expect(await keys.findForRequest(prefixOf(2))).toBeDefined();
    expect(await keys.find(prefixOf(1))).toMatchObject({ accountId: 1n });
  });

  it('returns pages of the keys of an account, newest first, even after a key that was removed', async () => {
    const later = after(1);
    const added = [apiKey(1), apiKey(2), apiKey(3), apiKey(4, { createdAt: later }), apiKey(5, { createdAt: later })];
    await add(...added, apiKey(6, { accountId: 2n }));
    const newestFirst = added.toReversed();
    for (const limit of [2, 100]) {
      expect(await keys.listNewestOf(1n, limit)).toEqual(newestFirst.slice(0, limit));
      for (const [at, key] of newestFirst.entries()) {
        expect(await keys.listNewestOf(1n, limit, key)).toEqual(newestFirst.slice(at + 1, at + 1 + limit));
      }
    }
    expect(await keys.listNewestOf(1n, 9, { createdAt: later, prefix: '' })).toEqual(newestFirst.slice(2));
    expect(await keys.listNewestOf(9n, 9)).toEqual([]);
  });

  it('returns pages of only the keys that are active at an instant', async () => {
    const unlimited = apiKey(1);
    const limited = apiKey(2, { expiresAt: after(10) });
    const ended = [apiKey(3, { revokedAt: after(1) }), apiKey(4, { expiresAt: after(10), revokedAt: after(1) })];
    await add(unlimited, limited, ...ended, apiKey(5, { accountId: 2n }));
    expect(await keys.listNewestOf(1n, 9, apiKey(4), after(9))).toEqual([limited, unlimited]);
    expect(await keys.listNewestOf(1n, 1, apiKey(4), after(9))).toEqual([limited]);
    expect(await keys.listNewestOf(1n, 9, apiKey(4), after(10))).toEqual([unlimited]);
    expect(await keys.listNewestOf(1n, 1, limited, after(9))).toEqual([unlimited]);
  });

  it('hands out the keys of an account that are not revoked, and stores what becomes of them in one step', async () => {
    const unrevoked = [apiKey(1), apiKey(2, { expiresAt: after(-1) }), apiKey(3, { lastUsedAt: NOON })];
    const others = [apiKey(4, { revokedAt: after(-1) }), apiKey(5, { accountId: 2n })];
    await add(...unrevoked, ...others);
    for (const each of [...unrevoked, ...others]) await keys.findForRequest(each.prefix); // a cache then has it as it was before
    const changed = [apiKey(1, { expiresAt: after(5) }), apiKey(3, { lastUsedAt: NOON, revokedAt: after(6) })];
    let given: readonly ApiKey[] = [];
    const stored = await keys.change(1n, (found) => {
      given = found;
      return [...changed, apiKey(6)];
    });
    expect(stored).toEqual([...changed, apiKey(6)]);
    expect(given.toSorted((one, other) => (one.prefix < other.prefix ? -1 : 1))).toEqual(unrevoked);
    const expected = [changed[0], unrevoked[1], changed[1], ...others, apiKey(6)];
    expect(await keys.list(9)).toEqual(expected);
    for (const [at, key] of expected.entries()) expect(await keys.findForRequest(prefixOf(at + 1))).toEqual(key);
  });

  it('changes nothing if the rule throws, or if another key has the prefix or hash of an added one', async () => {
    const [key, revoked] = [apiKey(1), apiKey(2, { revokedAt: NOON })];
    await add(key, revoked);
    const refusal = new Error('The rule refuses the change.');
    const refuse = () => {
      throw refusal;
    };
    await expect(keys.change(1n, refuse)).rejects.toBe(refusal);
    for (const other of [
      { ...apiKey(3), prefix: revoked.prefix },
      { ...apiKey(3), hash: key.hash },
    ]) {
      const change = keys.change(1n, () => [{ ...key, revokedAt: NOON }, other]);
      await expect(change).rejects.toMatchObject({ name: 'DomainError', code: 'already_exists' });
    }
    expect(await keys.list(9)).toEqual([key, revoked]);
  });

  it('makes the changes of one account one after the other, at several instances', async () => {
    const other = (await opened.another()).apiKeys;
    const ROUNDS = IS_LONG ? 10 : 3;
    for (let round = 1; round <= ROUNDS; round++) {
      const accountId = BigInt(1 + (round % 2));
      await revokeKeys(keys, accountId, NOON);
      const calls = Array.from({ length: 8 }, (_, at) =>
        addOnly(apiKey(100 * round + at, { accountId }), at % 2 === 0 ? keys : other),
      );
      expect((await Promise.all(calls)).flat()).toHaveLength(1);
      expect(await keys.listNewestOf(accountId, 9, undefined, NOON)).toHaveLength(1);
    }
  });

  it('changes no key of an account that does not exist, not even while it is removed', async () => {
    const other = await opened.another();
    const calls = Array.from({ length: 8 }, (_, at) => addKey(at % 2 === 0 ? keys : other.apiKeys, apiKey(at)));
    await opened.accounts.remove(1n);
    const added = (await Promise.all(calls)).filter((stored) => stored !== undefined);
    expect(await keys.listNewestOf(1n, 9)).toHaveLength(added.length);
    expect(await addKey(keys, apiKey(9))).toBeUndefined();
    expect(await addKey(keys, apiKey(9, { accountId: 9n }))).toBeUndefined();
  });

  it('lists all keys by the characters of the prefix, and those of one account first by creation time', async () => {
    const prefixes = ['as_0000000A', 'as_0000000Z', 'as_0000000a', 'as_0000000z'];
    const equallyOld = prefixes.map((prefix, at) => apiKey(at, { prefix, accountId: at === 0 ? 2n : 1n }));
    const [oldest, newest] = [apiKey(8, { createdAt: after(-1) }), apiKey(7, { createdAt: after(1) })];
    const inOrder = [oldest, ...equallyOld, newest];
    await add(newest, ...equallyOld.toReversed(), oldest);
    const ofOne = inOrder.filter(({ accountId }) => accountId === 1n);
    const all = [newest, oldest, ...equallyOld];
    expect(await keys.list(1000)).toEqual(all);
    for (const [at, { prefix }] of all.entries()) {
      expect(await keys.list(2, prefix)).toEqual(all.slice(at + 1, at + 3));
    }
    expect(await keys.listNewestOf(1n, 9)).toEqual(ofOne.toReversed());
    expect(await keys.listNewestOf(2n, 9)).toEqual(equallyOld.slice(0, 1));
  });

  it('lists and revokes any number of keys of an account, which it distinguishes to the last digit', async () => {
    const [neighbour, holder] = [2n ** 53n, 2n ** 53n + 1n];
    await openWithAccounts(neighbour);
    const numbers = Array.from({ length: 120 }, (_, n) => n);
    await add(...numbers.map((number) => apiKey(number, { accountId: number % 8 === 0 ? neighbour : holder })));
    expect(await keys.list(1000)).toHaveLength(120);
    expect(await keys.listNewestOf(holder, 104)).toHaveLength(104);
    expect(await keys.listNewestOf(neighbour, 104)).toHaveLength(15);
    const active = async (accountId: bigint) => (await keys.listNewestOf(accountId, 120, undefined, NOON)).length;
    expect([await active(holder), await active(neighbour)]).toEqual([105, 15]);
    await revokeKeys(keys, holder, NOON);
    expect([await active(holder), await active(neighbour)]).toEqual([0, 15]);
  });

  it('records uses within seconds, each key once, unless a later use is recorded', async () => {
    const used = [apiKey(1), apiKey(2, { lastUsedAt: after(-1) }), apiKey(3, { lastUsedAt: after(1) })];
    await add(...used, apiKey(4));
    for (const { prefix } of used) await keys.findForRequest(prefix); // a cache then has it as it was before
    for (const number of [1, 2, 3, 9]) keys.recordUse(prefixOf(number), NOON);
    const expected = [apiKey(1, { lastUsedAt: NOON }), apiKey(2, { lastUsedAt: NOON }), used[2], apiKey(4)];
    await eventually(async () => (await keys.find(prefixOf(1)))?.lastUsedAt);
    expect(await keys.list(9)).toEqual(expected);
    for (const [at, key] of expected.entries()) expect(await keys.findForRequest(prefixOf(at + 1))).toEqual(key);
  });

  it('purges keys that ended before an instant, and frees their prefixes', async () => {
    const [before, later] = [after(-1), after(1)];
    const many = Array.from({ length: 60 }, (_, number) => apiKey(100 + number, { revokedAt: before }));
    const ended = [apiKey(1, { revokedAt: before }), apiKey(2, { expiresAt: before }), ...many];
    const kept = [apiKey(3), apiKey(4, { revokedAt: NOON }), apiKey(5, { expiresAt: later }), apiKey(6)];
    await add(...ended, ...kept);
    await keys.purge(NOON);
    expect(await keys.list(1000)).toEqual(kept);
    for (const key of ended) expect(await keys.findForRequest(key.prefix)).toBeUndefined();
    await add(...ended);
  });

  it('returns copies: changes to one have no effect', async () => {
    // One of them is changed afterwards, the other one is not.
    const [key, other, ends] = [apiKey(1), apiKey(2, { accountId: 2n }), new Date(NOON)];
    await add(key, other);
    const { prefix } = key;
    const stored = await keys.change(1n, ([found = key]) => [{ ...found, expiresAt: ends }, apiKey(3)]);
    const finds = [() => keys.findForRequest(prefix), () => keys.find(prefix)];
    await expectCopies([key, other, stored, ends], [...finds, () => keys.list(1000), () => keys.listNewestOf(1n, 9)]);
  });

  it('has the same data in every instance of the program', async () => {
    const other = await opened.another();
    await add(apiKey(1));
    await revokeKeys(keys, 1n, NOON);
    expect(await other.apiKeys.findForRequest(prefixOf(1))).toEqual(apiKey(1, { revokedAt: NOON }));
  });
}

describeEach(TEST_STORAGES, 'the API key repository', apiKeyRepositoryContract);
