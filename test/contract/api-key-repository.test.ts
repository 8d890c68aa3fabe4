import { beforeEach, expect, it } from '@jest/globals';
import type { ApiKeyRepository } from '../../src/domain/ports/repositories.js';
import { after, apiKey, NOON } from '../support/examples.js';
import { describeRepository, openNew, type OpenOptions, type TestStorage } from '../support/storages.js';
import type { TestStorageKind } from '../support/test-storage.js';
import { expectCopies, expectNone, othersThan } from './instances.js';

/** States what every adapter of ApiKeyRepository promises, with and without the decorator that caches keys. */
function apiKeyRepositoryContract(kind: TestStorageKind, options: OpenOptions): void {
  let opened: TestStorage;
  let keys: ApiKeyRepository;
  beforeEach(async () => {
    opened = await openNew(kind, options);
    keys = opened.apiKeys;
  });

  it('returns exactly what was added, to the millisecond and the last digit', async () => {
    const plain = apiKey(1);
    const full = apiKey(2, {
      accountId: 2n ** 63n - 1n,
      name: ' 🔑 clé '.padEnd(100, '🐈').slice(0, 100),
      expiresAt: after(1),
      lastUsedAt: after(2),
      revokedAt: after(3),
    });
    for (const key of [plain, full]) {
      await keys.add(key);
      expect(await keys.findByHash(key.hash)).toEqual(key);
      expect(await keys.findByPrefix(key.prefix)).toEqual(key);
    }
    expect(await keys.list()).toEqual([plain, full]);
  });

  it('finds no key by another prefix or hash', async () => {
    const { prefix, hash } = apiKey(10);
    await keys.add(apiKey(10));
    await expectNone([...othersThan(prefix), apiKey(2).prefix], (other) => keys.findByPrefix(other));
    await expectNone([...othersThan(hash), apiKey(2).hash], (other) => keys.findByHash(other));
  });

  it('returns pages of the keys of an account, newest first, even after a key that was removed', async () => {
    const later = after(1);
    const added = [apiKey(1), apiKey(2), apiKey(3), apiKey(4, { createdAt: later }), apiKey(5, { createdAt: later })];
    for (const key of [...added, apiKey(6, { accountId: 2n })]) await keys.add(key);
    const newestFirst = added.toReversed();
    for (const limit of [2, 100]) {
      expect(await keys.page(1n, limit)).toEqual(newestFirst.slice(0, limit));
      for (const [at, key] of newestFirst.entries()) {
        expect(await keys.page(1n, limit, key)).toEqual(newestFirst.slice(at + 1, at + 1 + limit));
      }
    }
    expect(await keys.page(1n, 9, { createdAt: later, prefix: '' })).toEqual(newestFirst.slice(2));
    expect(await keys.page(9n, 9)).toEqual([]);
  });

  it('returns pages of only the keys that are active at an instant, and counts them', async () => {
    const unlimited = apiKey(1);
    const limited = apiKey(2, { expiresAt: after(10) });
    const ended = [apiKey(3, { revokedAt: after(1) }), apiKey(4, { expiresAt: after(10), revokedAt: after(1) })];
    for (const key of [unlimited, limited, ...ended, apiKey(5, { accountId: 2n })]) await keys.add(key);
    expect(await keys.page(1n, 9, apiKey(4), after(9))).toEqual([limited, unlimited]);
    expect(await keys.page(1n, 1, apiKey(4), after(9))).toEqual([limited]);
    expect(await keys.page(1n, 9, apiKey(4), after(10))).toEqual([unlimited]);
    expect(await keys.page(1n, 1, limited, after(9))).toEqual([unlimited]);
    expect(await keys.countActive(1n, after(9))).toBe(2);
    expect(await keys.countActive(1n, after(10))).toBe(1);
    expect(await keys.countActive(9n, after(0))).toBe(0);
  });

  it('refuses the prefix or hash of another key', async () => {
    const key = apiKey(1);
    await keys.add(key);
    for (const other of [key, { ...apiKey(2), prefix: key.prefix }, { ...apiKey(2), hash: key.hash }]) {
      await expect(keys.add(other)).rejects.toMatchObject({ name: 'DomainError', code: 'already_exists' });
    }
    expect(await keys.list()).toEqual([key]);
  });

  it('lists the keys of one or all accounts by creation time, then by prefix', async () => {
    const third = apiKey(3, { createdAt: after(1) });
    const second = apiKey(2, { accountId: 2n });
    const first = apiKey(1);
    const zeroth = apiKey(4, { createdAt: after(-1) });
    for (const key of [third, second, first, zeroth]) await keys.add(key);
    expect(await keys.list()).toEqual([zeroth, first, second, third]);
    expect(await keys.listOf(1n)).toEqual([zeroth, first, third]);
    expect(await keys.listOf(2n)).toEqual([second]);
    expect(await keys.listOf(3n)).toEqual([]);
  });

  it('lists and revokes any number of keys', async () => {
    const numbers = Array.from({ length: 120 }, (_, n) => n);
    for (const number of numbers) await keys.add(apiKey(number, { accountId: number % 8 === 0 ? 2n : 1n }));
    expect((await keys.list()).map(({ prefix }) => prefix)).toEqual(numbers.map((number) => apiKey(number).prefix));
    expect(await keys.listOf(1n)).toHaveLength(105);
    expect(await keys.listOf(2n)).toHaveLength(15);
    expect(await keys.countActive(1n, NOON)).toBe(105);
    expect(await keys.page(1n, 104)).toHaveLength(104);
    await keys.revokeOf(1n, NOON);
    expect([await keys.countActive(1n, NOON), await keys.countActive(2n, NOON)]).toEqual([0, 15]);
  });

  it('sorts prefixes by their characters, not by the rules of a language', async () => {
    const prefixes = ['as_0000000A', 'as_0000000Z', 'as_0000000a', 'as_0000000z'];
    for (const at of [2, 0, 3, 1]) await keys.add(apiKey(at, { prefix: prefixes[at] ?? '' }));
    expect((await keys.list()).map(({ prefix }) => prefix)).toEqual(prefixes);
    expect((await keys.listOf(1n)).map(({ prefix }) => prefix)).toEqual(prefixes);
    expect((await keys.page(1n, 9)).map(({ prefix }) => prefix)).toEqual(prefixes.toReversed());
  });

  it('distinguishes accounts to the last digit', async () => {
    // there are fewer of these than of the other account
    const near = [1, 2].map((number) => apiKey(number, { accountId: 2n ** 53n }));
    const other = apiKey(3, { accountId: 2n ** 53n + 1n });
    for (const key of [...near, other]) await keys.add(key);
    expect(await keys.listOf(2n ** 53n + 1n)).toEqual([other]);
    expect(await keys.page(2n ** 53n + 1n, 9)).toEqual([other]);
    expect(await keys.countActive(2n ** 53n + 1n, NOON)).toBe(1);
    await keys.revokeOf(2n ** 53n + 1n, NOON);
    expect(await keys.list()).toEqual([...near, { ...other, revokedAt: NOON }]);
  });

  it('revokes a key once, and keeps that instant', async () => {
    for (const number of [1, 2]) await keys.add(apiKey(number));
    for (const at of [NOON, after(1_000)]) await keys.revoke(apiKey(1).prefix, at);
    expect(await keys.list()).toEqual([apiKey(1, { revokedAt: NOON }), apiKey(2)]);
  });

  it('sets the expiry of a key, unless it expires sooner', async () => {
    const [sooner, later] = [after(-1), after(1)];
    for (const key of [apiKey(1), apiKey(2, { expiresAt: later }), apiKey(3, { expiresAt: sooner })])
      await keys.add(key);
    for (const number of [1, 2, 3]) await keys.expire(apiKey(number).prefix, NOON);
    expect(await keys.list()).toEqual([
      apiKey(1, { expiresAt: NOON }),
      apiKey(2, { expiresAt: NOON }),
      apiKey(3, { expiresAt: sooner }),
    ]);
  });

  it('revokes the keys of an account, and changes no other key', async () => {
    const earlier = after(-1);
    const keyOfAnother = apiKey(3, { accountId: 2n });
    for (const key of [apiKey(1), apiKey(2, { revokedAt: earlier }), keyOfAnother]) await keys.add(key);
    await keys.revokeOf(1n, NOON);
    await keys.revokeOf(9n, NOON);
    expect(await keys.list()).toEqual([
      apiKey(1, { revokedAt: NOON }),
      apiKey(2, { revokedAt: earlier }),
      keyOfAnother,
    ]);
  });

  it('records the last use each time', async () => {
    for (const number of [1, 2]) await keys.add(apiKey(number));
    for (const at of [NOON, after(1)]) {
      await keys.recordUse(apiKey(1).prefix, at);
      expect(await keys.list()).toEqual([apiKey(1, { lastUsedAt: at }), apiKey(2)]);
    }
  });

  it('keeps the last use if an earlier one is recorded after it', async () => {
    await keys.add(apiKey(1));
    await keys.findByHash(apiKey(1).hash); // a cache then has the key as it was before its use
    await keys.recordUse(apiKey(1).prefix, NOON);
    await keys.recordUse(apiKey(1).prefix, after(-1));
    expect(await keys.findByPrefix(apiKey(1).prefix)).toEqual(apiKey(1, { lastUsedAt: NOON }));
    expect(await keys.findByHash(apiKey(1).hash)).toEqual(apiKey(1, { lastUsedAt: NOON }));
  });

  it('purges keys that ended before an instant, and frees their prefixes', async () => {
    const [before, later] = [after(-1), after(1)];
    const many = Array.from({ length: 60 }, (_, number) => apiKey(100 + number, { revokedAt: before }));
    const ended = [apiKey(1, { revokedAt: before }), apiKey(2, { expiresAt: before }), ...many];
    const kept = [apiKey(3), apiKey(4, { revokedAt: NOON }), apiKey(5, { expiresAt: later }), apiKey(6)];
    for (const key of [...ended, ...kept]) await keys.add(key);
    await keys.purge(NOON);
    expect(await keys.list()).toEqual(kept);
    for (const key of ended) expect(await keys.findByHash(key.hash)).toBeUndefined();
    for (const key of ended) await keys.add(key);
  });

  it('does nothing for an unknown key', async () => {
    await keys.add(apiKey(1));
    await keys.revoke('as_99999999', NOON);
    await keys.expire('as_99999999', NOON);
    await keys.recordUse('as_99999999', NOON);
    expect(await keys.list()).toEqual([apiKey(1)]);
  });

  it('returns copies: changes to one have no effect', async () => {
    // One of them is changed afterwards, the other one is not.
    const [key, other] = [apiKey(1), apiKey(2, { accountId: 2n })];
    for (const each of [key, other]) await keys.add(each);
    const [used, ends] = [new Date(NOON), new Date(NOON)];
    const { hash, prefix } = key;
    await keys.recordUse(prefix, used);
    await keys.expire(prefix, ends);
    await keys.revokeOf(1n, ends);
    const finds = [() => keys.findByHash(hash), () => keys.findByPrefix(prefix)];
    await expectCopies(
      [key, other, used, ends],
      [...finds, () => keys.list(), () => keys.listOf(1n), () => keys.page(1n, 9)],
    );
  });

  it('has the same data in every instance of the program', async () => {
    const other = await opened.another();
    for (const number of [1, 2, 3]) await keys.add(apiKey(number));
    expect(await other.apiKeys.list()).toEqual([apiKey(1), apiKey(2), apiKey(3)]);
    await expect(other.apiKeys.add(apiKey(1))).rejects.toMatchObject({ code: 'already_exists' });
    await keys.recordUse(apiKey(1).prefix, NOON);
    await keys.revoke(apiKey(2).prefix, NOON);
    expect(await other.apiKeys.findByHash(apiKey(1).hash)).toEqual(apiKey(1, { lastUsedAt: NOON }));
    expect(await other.apiKeys.findByHash(apiKey(2).hash)).toEqual(apiKey(2, { revokedAt: NOON }));
    await keys.revokeOf(1n, NOON);
    expect((await other.apiKeys.list()).map(({ revokedAt }) => revokedAt)).toEqual([NOON, NOON, NOON]);
  });
}

describeRepository('the API key repository', apiKeyRepositoryContract);
