import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiKey } from '../../src/domain/api-key.js';
import { hasCode } from '../../src/domain/errors.js';
import type { ApiKeyRepository } from '../../src/domain/ports/repositories.js';
import { INT64_MAX } from '../../src/domain/values.js';
import { account, after, ANY_NUMBER, apiKey, NOON } from '../support/examples.js';
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
    for (const key of added) expect(await keys.add(key, ANY_NUMBER)).toBe('added');
  };

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
      expect(await keys.findByHash(key.hash)).toEqual(key);
      expect(await keys.findByPrefix(key.prefix)).toEqual(key);
    }
    expect(await keys.list(1000)).toEqual([plain, full]);
  });

  it('finds no key by another prefix or hash', async () => {
    const { prefix, hash } = apiKey(10);
    await add(apiKey(10));
    await expectNone([...othersThan(prefix), apiKey(2).prefix], (other) => keys.findByPrefix(other));
    await expectNone([...othersThan(hash), apiKey(2).hash], (other) => keys.findByHash(other));
  });

  it('finds no key by its hash once its account is removed, which leaves the row of the key', async () => {
    await add(apiKey(1), apiKey(2, { accountId: 2n }));
    await opened.accounts.remove(1n);
    expect(await keys.findByHash(apiKey(1).hash)).toBeUndefined();
    expect(await keys.findByHash(apiKey(2).hash)).toBeDefined();
    expect(await keys.findByPrefix(apiKey(1).prefix)).toMatchObject({ accountId: 1n });
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

  it('refuses the prefix or hash of another key', async () => {
    const key = apiKey(1);
    await add(key);
    for (const other of [key, { ...apiKey(2), prefix: key.prefix }, { ...apiKey(2), hash: key.hash }]) {
      await expect(keys.add(other, ANY_NUMBER)).rejects.toMatchObject({ name: 'DomainError', code: 'already_exists' });
    }
    expect(await keys.list(1000)).toEqual([key]);
  });

  it('adds a key unless as many as allowed of its account are active at its creation', async () => {
    const ended = [apiKey(1, { revokedAt: after(-1) }), apiKey(2, { expiresAt: NOON })];
    await add(...ended, apiKey(3, { accountId: 2n }), apiKey(4, { expiresAt: after(1) }));
    expect(await keys.add(apiKey(5), 1)).toBe('at limit');
    expect(await keys.findByHash(apiKey(5).hash)).toBeUndefined();
    expect(await keys.add(apiKey(5), 2)).toBe('added');
    expect(await keys.add(apiKey(6), 2)).toBe('at limit');
    expect(await keys.add(apiKey(6, { createdAt: after(1) }), 2)).toBe('added');
  });

  it('adds exactly one key of concurrent calls for the last place, at several instances', async () => {
    const other = (await opened.another()).apiKeys;
    const limit = 2;
    const ROUNDS = IS_LONG ? 10 : 3;
    for (let round = 1; round <= ROUNDS; round++) {
      const accountId = BigInt(1 + (round % 2));
      await keys.revokeOf(accountId, NOON);
      await add(apiKey(100 * round, { accountId }));
      const calls = Array.from({ length: 8 }, (_, at) =>
        (at % 2 === 0 ? keys : other).add(apiKey(100 * round + at + 1, { accountId }), limit),
      );
      const outcomes = await Promise.all(calls);
      expect(outcomes.toSorted()).toEqual(['added', ...Array<string>(7).fill('at limit')]);
      expect(await keys.listNewestOf(accountId, 9, undefined, NOON)).toHaveLength(limit);
    }
  });

  it('adds no key to an account that does not exist, not even while it is removed', async () => {
    expect(await keys.add(apiKey(1, { accountId: 9n }), ANY_NUMBER)).toBe('no account');
    const other = await opened.another();
    const calls = Array.from({ length: 8 }, (_, at) =>
      (at % 2 === 0 ? keys : other.apiKeys).add(apiKey(at), ANY_NUMBER),
    );
    await opened.accounts.remove(1n);
    await keys.revokeOf(1n, NOON);
    const outcomes = await Promise.all(calls);
    const added = outcomes.filter((outcome) => outcome === 'added').length;
    expect(outcomes.filter((outcome) => outcome === 'no account')).toHaveLength(8 - added);
    expect(await keys.listNewestOf(1n, 9, undefined, NOON)).toEqual([]);
    expect(await keys.listNewestOf(1n, 9)).toHaveLength(added);
    expect(await keys.add(apiKey(9), ANY_NUMBER)).toBe('no account');
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
    await keys.revokeOf(holder, NOON);
    expect([await active(holder), await active(neighbour)]).toEqual([0, 15]);
  });

  const KEYS = [
    apiKey(1),
    apiKey(2, { revokedAt: after(-1), lastUsedAt: after(1) }),
    apiKey(3, { expiresAt: after(-1) }),
    apiKey(4, { expiresAt: after(1) }),
    apiKey(5, { accountId: 2n }),
  ];
  const prefixOf = (number: number) => apiKey(number).prefix;

  it.each<[what: string, change: () => Promise<void>, changed: Record<number, Partial<ApiKey>>]>([
    ['revokes a key', () => keys.revoke(prefixOf(1), NOON), { 1: { revokedAt: NOON } }],
    ['keeps the instant of an earlier revocation', () => keys.revoke(prefixOf(2), NOON), {}],
    ['revokes nothing of an unknown key', () => keys.revoke(prefixOf(9), NOON), {}],
    [
      'revokes the keys of an account',
      () => keys.revokeOf(1n, NOON),
      { 1: { revokedAt: NOON }, 3: { revokedAt: NOON }, 4: { revokedAt: NOON } },
    ],
    ['revokes nothing of an unknown account', () => keys.revokeOf(9n, NOON), {}],
    ['records a use', () => keys.recordUse(prefixOf(1), NOON), { 1: { lastUsedAt: NOON } }],
    ['records a later use', () => keys.recordUse(prefixOf(2), after(2)), { 2: { lastUsedAt: after(2) } }],
    ['keeps the last use if an earlier one is recorded', () => keys.recordUse(prefixOf(2), NOON), {}],
    ['records no use of an unknown key', () => keys.recordUse(prefixOf(9), NOON), {}],
  ])('%s, and changes nothing else', async (_, change, changed) => {
    await add(...KEYS);
    for (const { hash } of KEYS) await keys.findByHash(hash); // a cache then has the key as it was before
    await change();
    const expected = KEYS.map((key, at) => ({ ...key, ...changed[at + 1] }));
    expect(await keys.list(1000)).toEqual(expected);
    for (const key of expected) {
      expect(await keys.findByHash(key.hash)).toEqual(key);
      expect(await keys.findByPrefix(key.prefix)).toEqual(key);
    }
  });

  describe('replacing a key', () => {
    const replaceWith = (key: ApiKey, limit = ANY_NUMBER, by = keys) => by.replace(prefixOf(1), after(5), key, limit);

    it.each([
      ['which never expires', undefined, after(5)],
      ['which expires later', after(6), after(5)],
      ['which expires sooner', after(4), after(4)],
    ])('adds the new one, and limits the old one, %s, to its instant', async (_, expiresAt, end) => {
      const [old, other, added] = [apiKey(1, { expiresAt }), apiKey(2), apiKey(3, { createdAt: after(1) })];
      await add(old, other);
      expect(await keys.findByHash(old.hash)).toEqual(old); // a cache then has the key as it was before
      expect(await replaceWith(added)).toBe('added');
      expect(await keys.list(9)).toEqual([{ ...old, expiresAt: end }, other, added]);
      expect(await keys.findByHash(old.hash)).toEqual({ ...old, expiresAt: end });
    });

    it('changes nothing if the new one cannot be added', async () => {
      await add(apiKey(1), apiKey(2));
      for (const repeated of [
        { ...apiKey(3), prefix: prefixOf(2) },
        { ...apiKey(3), hash: apiKey(2).hash },
      ]) {
        await expect(replaceWith(repeated)).rejects.toMatchObject({ code: 'already_exists' });
      }
      expect(await replaceWith(apiKey(3), 2)).toBe('at limit');
      expect(await replaceWith(apiKey(3, { accountId: 9n }))).toBe('no account');
      expect(await keys.list(9)).toEqual([apiKey(1), apiKey(2)]);
    });

    it('adds one key for a form that is sent several times at once, to several instances', async () => {
      const other = (await opened.another()).apiKeys;
      await add(apiKey(1));
      const forms = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => ({ ...apiKey(10 + at), prefix: prefixOf(2) }));
      const calls = forms.map((key, at) => replaceWith(key, ANY_NUMBER, at % 2 === 0 ? keys : other));
      const outcomes = await Promise.allSettled(calls);
      const codes = outcomes.map(
        (outcome) => outcome.status === 'rejected' && hasCode(outcome.reason, 'already_exists'),
      );
      expect(codes.filter(Boolean)).toHaveLength(7);
      const [old, ...added] = await keys.list(9);
      expect(old).toEqual(apiKey(1, { expiresAt: after(5) }));
      expect(added.map(({ prefix }) => prefix)).toEqual([prefixOf(2)]);
    });

    it('adds one key of concurrent replacements for the last free place', async () => {
      const other = (await opened.another()).apiKeys;
      await add(apiKey(1));
      const calls = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => replaceWith(apiKey(10 + at), 2, at % 2 === 0 ? keys : other));
      const outcomes = await Promise.all(calls);
      expect(outcomes.toSorted()).toEqual(['added', ...Array<string>(7).fill('at limit')]);
      expect(await keys.list(9)).toHaveLength(2);
    });
  });

  it('purges keys that ended before an instant, and frees their prefixes', async () => {
    const [before, later] = [after(-1), after(1)];
    const many = Array.from({ length: 60 }, (_, number) => apiKey(100 + number, { revokedAt: before }));
    const ended = [apiKey(1, { revokedAt: before }), apiKey(2, { expiresAt: before }), ...many];
    const kept = [apiKey(3), apiKey(4, { revokedAt: NOON }), apiKey(5, { expiresAt: later }), apiKey(6)];
    await add(...ended, ...kept);
    await keys.purge(NOON);
    expect(await keys.list(1000)).toEqual(kept);
    for (const key of ended) expect(await keys.findByHash(key.hash)).toBeUndefined();
    await add(...ended);
  });

  it('returns copies: changes to one have no effect', async () => {
    // One of them is changed afterwards, the other one is not.
    const [key, other, successor] = [apiKey(1), apiKey(2, { accountId: 2n }), apiKey(3)];
    await add(key, other);
    const [used, ends] = [new Date(NOON), new Date(NOON)];
    const { hash, prefix } = key;
    await keys.recordUse(prefix, used);
    await keys.replace(prefix, ends, successor, ANY_NUMBER);
    await keys.revokeOf(1n, ends);
    const finds = [() => keys.findByHash(hash), () => keys.findByPrefix(prefix)];
    await expectCopies(
      [key, other, successor, used, ends],
      [...finds, () => keys.list(1000), () => keys.listNewestOf(1n, 9)],
    );
  });

  it('has the same data in every instance of the program', async () => {
    const other = await opened.another();
    await add(apiKey(1), apiKey(2));
    await expect(other.apiKeys.add(apiKey(1), ANY_NUMBER)).rejects.toMatchObject({ code: 'already_exists' });
    await keys.recordUse(apiKey(1).prefix, NOON);
    await keys.revoke(apiKey(2).prefix, NOON);
    const changed = [apiKey(1, { lastUsedAt: NOON }), apiKey(2, { revokedAt: NOON })];
    expect(await other.apiKeys.list(1000)).toEqual(changed);
    for (const key of changed) expect(await other.apiKeys.findByHash(key.hash)).toEqual(key);
  });
}

describeEach(TEST_STORAGES, 'the API key repository', apiKeyRepositoryContract);
