import { beforeEach, describe, expect, it } from '@jest/globals';
import { CachingApiKeyRepository } from '../../../../src/adapters/outbound/caching/api-key-repository.js';
import { MemoryApiKeyRepository } from '../../../../src/adapters/outbound/memory/api-key-repository.js';
import type { ApiKey } from '../../../../src/domain/api-key.js';
import { DomainError } from '../../../../src/domain/errors.js';
import { apiKey, NOON } from '../../../support/examples.js';

class Store extends MemoryApiKeyRepository {
  asked = 0;
  recorded = 0;
  gate: Promise<void> = Promise.resolve();
  /** Does what this method asks, and then rejects. */
  loseAnswerOf: 'revoke' | 'revokeOf' | undefined;
  lost = new Error('lost');

  override async revoke(prefix: string, at: Date): Promise<void> {
    await super.revoke(prefix, at);
    if (this.loseAnswerOf === 'revoke') throw this.lost;
  }

  override async revokeOf(accountId: bigint, at: Date): Promise<void> {
    await super.revokeOf(accountId, at);
    if (this.loseAnswerOf === 'revokeOf') throw this.lost;
  }

  override async findByHash(hash: string): Promise<ApiKey | undefined> {
    this.asked++;
    const key = await super.findByHash(hash);
    await this.gate;
    return key;
  }

  override recordUse(prefix: string, at: Date): Promise<void> {
    this.recorded++;
    return super.recordUse(prefix, at);
  }
}

let store: Store;
let keys: CachingApiKeyRepository;
let now: number;
beforeEach(async () => {
  now = 1_000_000;
  store = new Store();
  keys = new CachingApiKeyRepository(store, { now: () => now });
  await store.add(apiKey(1));
});

const { hash, prefix } = apiKey(1);

describe('A key that was looked up', () => {
  it('is not asked for again within five seconds', async () => {
    for (let each = 0; each < 5; each++) {
      expect(await keys.findByHash(hash)).toEqual(apiKey(1));
      now += 900;
    }
    expect(store.asked).toBe(1);
  });

  it('is looked up once for many calls at the same time', async () => {
    const found = await Promise.all(Array.from({ length: 10 }, () => keys.findByHash(hash)));
    expect(found).toEqual(Array(10).fill(apiKey(1)));
    expect(store.asked).toBe(1);
  });

  it('is known to be revoked by another instance within five seconds', async () => {
    expect(await keys.findByHash(hash)).toEqual(apiKey(1));
    await store.revoke(prefix, NOON);
    now += 5_000;
    expect(await keys.findByHash(hash)).toEqual({ ...apiKey(1), revokedAt: NOON });
  });

  it('is as old as the question, not as the answer', async () => {
    let open: () => void = () => undefined;
    store.gate = new Promise((resolve) => (open = resolve));
    const slow = keys.findByHash(hash);
    now += 3_000;
    open();
    await slow;
    now += 2_000;
    await keys.findByHash(hash);
    expect(store.asked).toBe(2);
  });

  it('stays as young as it was when its use is recorded', async () => {
    await keys.findByHash(hash);
    now += 3_000;
    await keys.recordUse(prefix, NOON);
    expect(await keys.findByHash(hash)).toEqual({ ...apiKey(1), lastUsedAt: NOON });
    expect(store.asked).toBe(1);
    now += 2_000;
    await keys.findByHash(hash);
    expect(store.asked).toBe(2);
  });

  it('that is unknown is looked up each time, and found as soon as it is created', async () => {
    expect(await keys.findByHash(apiKey(2).hash)).toBeUndefined();
    await store.add(apiKey(2));
    expect(await keys.findByHash(apiKey(2).hash)).toEqual(apiKey(2));
  });
});

describe('A revocation by this instance', () => {
  it('takes effect at once', async () => {
    await keys.findByHash(hash);
    await keys.revoke(prefix, NOON);
    expect(await keys.findByHash(hash)).toEqual({ ...apiKey(1), revokedAt: NOON });
  });

  it('takes effect at once also during a look-up of the key', async () => {
    let open: () => void = () => undefined;
    store.gate = new Promise((resolve) => (open = resolve));
    const early = keys.findByHash(hash);
    await Promise.resolve();
    await keys.revoke(prefix, NOON);
    open();
    await early;
    expect(await keys.findByHash(hash)).toEqual({ ...apiKey(1), revokedAt: NOON });
  });
});

describe('An expiry set by this instance', () => {
  it('takes effect at once', async () => {
    await keys.findByHash(hash);
    await keys.expire(prefix, NOON);
    expect(await keys.findByHash(hash)).toEqual({ ...apiKey(1), expiresAt: NOON });
  });
});

describe('A change whose answer is lost', () => {
  const lost = new DomainError('unavailable', 'The connection broke.');

  it.each([
    ['revoke', () => keys.revoke(prefix, NOON), { ...apiKey(1), revokedAt: NOON }],
    ['revokeOf', () => keys.revokeOf(1n, NOON), { ...apiKey(1), revokedAt: NOON }],
  ] as const)('by %s is followed by a new look-up in the store', async (call, change, changed) => {
    await keys.findByHash(hash);
    store.loseAnswerOf = call;
    await expect(change()).rejects.toBe(lost);
    expect(await keys.findByHash(hash)).toEqual(changed);
  });

  beforeEach(() => {
    store.lost = lost;
  });
});

it('records a use once for all calls at the same time', async () => {
  await Promise.all(Array.from({ length: 10 }, () => keys.recordUse(prefix, NOON)));
  expect(store.recorded).toBe(1);
  expect(await keys.findByPrefix(prefix)).toEqual({ ...apiKey(1), lastUsedAt: NOON });
});
