import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { ApiKey } from '../../src/domain/api-key.js';
import type { ApiKeyRepository } from '../../src/domain/ports/api-key-repository.js';
import type { OpenStore, StoreKind } from '../support/stores.js';

const NOON = new Date('2026-11-20T12:00:00.123Z');

/** What every adapter of ApiKeyRepository owes. */
export function apiKeyRepositoryContract(kind: StoreKind): void {
  let opened: OpenStore;
  let keys: ApiKeyRepository;
  beforeEach(async () => {
    opened = await kind.open();
    keys = opened.apiKeys;
  });
  afterEach(() => opened.close());

  it('gives a key back as it was added, found by its hash and by its prefix', async () => {
    const key = apiKey(1);
    await keys.add(key);
    expect(await keys.findByHash(key.hash)).toEqual(key);
    expect(await keys.findByPrefix(key.prefix)).toEqual(key);
    expect(await keys.list()).toEqual([key]);
  });

  it('keeps every member, to the millisecond and the digit', async () => {
    const key = apiKey(1, {
      accountId: 2n ** 63n - 1n,
      name: ' 🔑 clé '.padEnd(100, '🐈').slice(0, 100),
      expiresAt: new Date(NOON.getTime() + 1),
      lastUsedAt: new Date(NOON.getTime() + 2),
      revokedAt: new Date(NOON.getTime() + 3),
    });
    await keys.add(key);
    expect(await keys.findByHash(key.hash)).toEqual(key);
    expect(await keys.findByPrefix(key.prefix)).toEqual(key);
  });

  it('says nothing of what is not there: an absent instant stays absent', async () => {
    await keys.add(apiKey(1));
    const found = await keys.findByHash(apiKey(1).hash);
    expect(Object.keys(found ?? {}).sort()).toEqual(['accountId', 'createdAt', 'hash', 'name', 'prefix']);
  });

  it.each(['', 'as_0000000', 'AS_00000001', 'as_00000001 ', 'é', '%', 'as_00000002'])(
    'finds no key by the prefix %j, which is another',
    async (prefix) => {
      await keys.add(apiKey(1));
      expect(await keys.findByPrefix(prefix)).toBeUndefined();
    },
  );

  it.each(['', apiKey(2).hash, apiKey(10).hash.toUpperCase(), `${apiKey(10).hash} `])(
    'finds no key by the hash %j, which is another',
    async (hash) => {
      await keys.add(apiKey(10));
      expect(await keys.findByHash(hash)).toBeUndefined();
    },
  );

  it('gives the keys of one account page by page, newest first, also after a key that is not there', async () => {
    const later = new Date(NOON.getTime() + 1);
    const added = [apiKey(1), apiKey(2), apiKey(3), apiKey(4, { createdAt: later }), apiKey(5, { createdAt: later })];
    for (const key of [...added, apiKey(6, { accountId: 2n })]) await keys.add(key);
    const newestFirst = added.toReversed();
    expect(await keys.page(1n, 100)).toEqual(newestFirst);
    expect(await keys.page(1n, 2)).toEqual(newestFirst.slice(0, 2));
    for (const [at, key] of newestFirst.entries()) {
      expect(await keys.page(1n, 2, key)).toEqual(newestFirst.slice(at + 1, at + 3));
    }
    expect(await keys.page(1n, 9, { createdAt: later, prefix: '' })).toEqual(newestFirst.slice(2));
    expect(await keys.page(9n, 9)).toEqual([]);
  });

  it('counts the keys of one account that are neither revoked nor expired', async () => {
    const at = (milliseconds: number) => new Date(NOON.getTime() + milliseconds);
    await keys.add(apiKey(1));
    await keys.add(apiKey(2, { expiresAt: at(10) }));
    await keys.add(apiKey(3, { expiresAt: at(10), revokedAt: at(1) }));
    await keys.add(apiKey(4, { revokedAt: at(1) }));
    await keys.add(apiKey(5, { accountId: 2n }));
    expect(await keys.countActive(1n, at(9))).toBe(2);
    expect(await keys.countActive(1n, at(10))).toBe(1);
    expect(await keys.countActive(9n, at(0))).toBe(0);
  });

  it('refuses a key whose prefix or whose hash another has, and keeps the first', async () => {
    const key = apiKey(1);
    await keys.add(key);
    for (const other of [key, { ...apiKey(2), prefix: key.prefix }, { ...apiKey(2), hash: key.hash }]) {
      await expect(keys.add(other)).rejects.toMatchObject({ name: 'DomainError', code: 'already_exists' });
    }
    expect(await keys.list()).toEqual([key]);
  });

  it('lists the keys of one account, or of all, oldest first, and by prefix at the same instant', async () => {
    const third = apiKey(3, { createdAt: new Date(NOON.getTime() + 1) });
    const second = apiKey(2, { accountId: 2n });
    const first = apiKey(1);
    const zeroth = apiKey(4, { createdAt: new Date(NOON.getTime() - 1) });
    for (const key of [third, second, first, zeroth]) await keys.add(key);
    expect(await keys.list()).toEqual([zeroth, first, second, third]);
    expect(await keys.list(1n)).toEqual([zeroth, first, third]);
    expect(await keys.list(2n)).toEqual([second]);
    expect(await keys.list(3n)).toEqual([]);
  });

  it('revokes a key once: a later revocation leaves the instant as it is', async () => {
    await keys.add(apiKey(1));
    await keys.add(apiKey(2));
    await keys.revoke(apiKey(1).prefix, NOON);
    await keys.revoke(apiKey(1).prefix, new Date(NOON.getTime() + 1_000));
    expect(await keys.findByHash(apiKey(1).hash)).toEqual({ ...apiKey(1), revokedAt: NOON });
    expect(await keys.findByHash(apiKey(2).hash)).toEqual(apiKey(2));
  });

  it('revokes every key of one account, and leaves revoked ones and other accounts as they are', async () => {
    const earlier = new Date(NOON.getTime() - 1);
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

  it('records the last use, again and again', async () => {
    await keys.add(apiKey(1));
    await keys.add(apiKey(2));
    for (const at of [NOON, new Date(NOON.getTime() + 1)]) {
      await keys.recordUse(apiKey(1).prefix, at);
      expect(await keys.findByPrefix(apiKey(1).prefix)).toEqual({ ...apiKey(1), lastUsedAt: at });
    }
    expect(await keys.findByPrefix(apiKey(2).prefix)).toEqual(apiKey(2));
  });

  it('does nothing to a key that it does not know', async () => {
    await keys.add(apiKey(1));
    await keys.revoke('as_99999999', NOON);
    await keys.recordUse('as_99999999', NOON);
    expect(await keys.list()).toEqual([apiKey(1)]);
  });

  it('gives out copies: what a caller does to one changes nothing', async () => {
    const key = apiKey(1);
    await keys.add(key);
    const { hash, prefix } = key;
    for (const given of [key, await keys.findByHash(hash), await keys.findByPrefix(prefix), ...(await keys.list())]) {
      Object.assign(given ?? {}, { name: 'changed', accountId: 9n });
    }
    expect(await keys.list()).toEqual([apiKey(1)]);
  });
}

function apiKey(number: number, members: Partial<ApiKey> = {}): ApiKey {
  return {
    prefix: `as_${String(number).padStart(8, '0')}`,
    hash: number.toString(16).padStart(64, '0'),
    accountId: 1n,
    name: 'default',
    createdAt: NOON,
    ...members,
  };
}
