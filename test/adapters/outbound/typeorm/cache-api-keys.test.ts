import { beforeEach, expect, it, jest } from '@jest/globals';
import { cacheApiKeys } from '../../../../src/adapters/outbound/typeorm/cache-api-keys.js';
import { MemoryApiKeyRepository } from '../../../../src/adapters/outbound/memory/api-key-repository.js';
import type { ApiKeyRepository } from '../../../../src/domain/ports/repositories.js';
import type { ApiKey } from '../../../../src/domain/api-key.js';
import { DomainError } from '../../../../src/domain/errors.js';
import { apiKey, NOON } from '../../../support/examples.js';

/** Answers a look-up by its hash when the gate is open. */
class Store extends MemoryApiKeyRepository {
  gate: Promise<void> = Promise.resolve();

  override async findByHash(hash: string): Promise<ApiKey | undefined> {
    const key = await super.findByHash(hash);
    await this.gate;
    return key;
  }
}

let store: Store;
let asked: jest.Spied<Store['findByHash']>;
let keys: ApiKeyRepository;
let now: number;
beforeEach(async () => {
  now = 1_000_000;
  store = new Store({ has: () => true });
  asked = jest.spyOn(store, 'findByHash');
  keys = cacheApiKeys(store, { now: () => now });
  await store.add(apiKey(1), 1);
});

const { hash, prefix } = apiKey(1);

it('A key that was looked up is not looked up again within five seconds, nor by concurrent calls', async () => {
  const look = () => Promise.all(Array.from({ length: 10 }, () => keys.findByHash(hash)));
  for (let each = 0; each < 5; each++) {
    expect(await look()).toEqual(Array(10).fill(apiKey(1)));
    now += 900;
  }
  expect(asked).toHaveBeenCalledTimes(1);
});

it('A key that was looked up is known to be revoked by another instance within five seconds', async () => {
  expect(await keys.findByHash(hash)).toEqual(apiKey(1));
  await store.revoke(prefix, NOON);
  now += 5_000;
  expect(await keys.findByHash(hash)).toEqual({ ...apiKey(1), revokedAt: NOON });
});

it('A key that was looked up expires five seconds after the look-up began, not after it ended', async () => {
  const { promise, resolve: open } = Promise.withResolvers<undefined>();
  store.gate = promise;
  const slow = keys.findByHash(hash);
  now += 3_000;
  open(undefined);
  await slow;
  now += 2_000;
  await keys.findByHash(hash);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('A key that was looked up expires at the same time when its use is recorded', async () => {
  await keys.findByHash(hash);
  now += 3_000;
  await keys.recordUse(prefix, NOON);
  expect(await keys.findByHash(hash)).toEqual({ ...apiKey(1), lastUsedAt: NOON });
  expect(asked).toHaveBeenCalledTimes(1);
  now += 2_000;
  await keys.findByHash(hash);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('A key that is unknown is looked up each time, and found as soon as it is created', async () => {
  expect(await keys.findByHash(apiKey(2).hash)).toBeUndefined();
  await store.add(apiKey(2), 2);
  expect(await keys.findByHash(apiKey(2).hash)).toEqual(apiKey(2));
});

it('A revocation by this instance takes effect at once, even during a look-up of the key', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<undefined>();
  store.gate = opened;
  const early = keys.findByHash(hash);
  await Promise.resolve();
  await keys.revoke(prefix, NOON);
  open(undefined);
  await early;
  expect(await keys.findByHash(hash)).toEqual({ ...apiKey(1), revokedAt: NOON });
});

it('A change of one key causes no further look-up of another one', async () => {
  await store.add(apiKey(2, { accountId: 2n }), 2);
  for (const number of [1, 2]) await keys.findByHash(apiKey(number).hash);
  await keys.revoke(apiKey(2).prefix, NOON);
  await keys.revokeOf(2n, NOON);
  expect(await keys.findByHash(hash)).toEqual(apiKey(1));
  expect(asked).toHaveBeenCalledTimes(2);
});

it('A key that was revoked is looked up each time', async () => {
  await keys.revoke(prefix, NOON);
  for (let each = 0; each < 3; each++) expect(await keys.findByHash(hash)).toMatchObject({ revokedAt: NOON });
  expect(asked).toHaveBeenCalledTimes(3);
});

it('Callers share one frozen object, also with the instant of a later use', async () => {
  const key = await keys.findByHash(hash);
  expect(await keys.findByHash(hash)).toBe(key);
  await keys.recordUse(prefix, NOON);
  for (const each of [key, await keys.findByHash(hash)]) expect(Object.isFrozen(each)).toBe(true);
});

it.each([
  ['revoke', (to: ApiKeyRepository) => to.revoke(prefix, NOON), { ...apiKey(1), revokedAt: NOON }],
  ['revokeOf', (to: ApiKeyRepository) => to.revokeOf(1n, NOON), { ...apiKey(1), revokedAt: NOON }],
  ['expire', (to: ApiKeyRepository) => to.expire(prefix, NOON), { ...apiKey(1), expiresAt: NOON }],
] as const)('%s takes effect at once, even if its answer is lost', async (call, change, changed) => {
  const lost = new DomainError('unavailable', 'The connection broke.');
  await keys.findByHash(hash);
  await change(store);
  jest.spyOn(store, call).mockRejectedValue(lost);
  await expect(change(keys)).rejects.toBe(lost);
  expect(await keys.findByHash(hash)).toEqual(changed);
});

it('the cache records a use once for all concurrent calls', async () => {
  const recorded = jest.spyOn(store, 'recordUse');
  await Promise.all(Array.from({ length: 10 }, () => keys.recordUse(prefix, NOON)));
  expect(recorded).toHaveBeenCalledTimes(1);
  expect(await keys.findByPrefix(prefix)).toEqual({ ...apiKey(1), lastUsedAt: NOON });
});

it('the cache shows a later use that another instance recorded', async () => {
  await keys.recordUse(prefix, NOON);
  const later = new Date(NOON.getTime() + 60_000);
  await store.recordUse(prefix, later);
  expect(await keys.findByHash(hash)).toEqual(apiKey(1, { lastUsedAt: later }));
});
