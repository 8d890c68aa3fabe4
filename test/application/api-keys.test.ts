import { describe, expect, it, jest } from '@jest/globals';
import { apiKeyPrefix, generateApiKey } from '../../src/domain/api-key.js';
import { DomainError } from '../../src/domain/errors.js';
import { newAccountHolders } from '../support/application.js';
import { clientAt } from '../support/client-at.js';

const EMAIL = 'jane@example.com';

async function withKey(config: Parameters<typeof newAccountHolders>[0] = {}) {
  const holders = await newAccountHolders(config);
  const account = await holders.accounts.createAccount(EMAIL);
  return { ...holders, account, ...(await holders.apiKeys.createApiKey({ email: EMAIL })) };
}

describe('The limit of active keys', () => {
  const JANE = { email: EMAIL, password: 'a quiet river bend', client: clientAt('192.0.2.1') };
  const AT_LIMIT = {
    code: 'invalid',
    message: 'The account has reached the limit of 3 active API keys; revoke one first.',
  };

  async function withLimit(maxKeysPerAccount: number) {
    const holders = await newAccountHolders({ maxKeysPerAccount });
    await holders.accounts.signUp(JANE);
    return holders;
  }

  it('refuses one more key until another one is revoked or expires', async () => {
    const { apiKeys, ports, clock } = await withLimit(3);
    const { stored } = await apiKeys.createApiKey({ email: EMAIL });
    await apiKeys.createApiKey({ email: EMAIL, expiresIn: 1000 });
    await apiKeys.createApiKey({ email: EMAIL });
    await expect(apiKeys.createApiKey({ email: EMAIL })).rejects.toMatchObject(AT_LIMIT);
    expect(await ports.apiKeys.list(1000)).toHaveLength(3);
    await apiKeys.revokeApiKey(stored.prefix);
    await apiKeys.createApiKey({ email: EMAIL });
    await expect(apiKeys.createApiKey({ email: EMAIL })).rejects.toMatchObject(AT_LIMIT);
    clock.advance(1000);
    await apiKeys.createApiKey({ email: EMAIL });
  });

  it('is no reason to refuse a request that has created its key', async () => {
    const { apiKeys, ports } = await withLimit(1);
    const request = { email: EMAIL, idempotencyKey: 'form 1' };
    await apiKeys.createApiKey(request);
    await expect(apiKeys.createApiKey(request)).rejects.toMatchObject({ code: 'already_exists' });
    await expect(apiKeys.createApiKey({ ...request, idempotencyKey: 'form 2' })).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await ports.apiKeys.list(1000)).toHaveLength(1);
  });
});

describe('Replacing a key', () => {
  const DAY = 24 * 60 * 60 * 1000;

  it('returns a new key with a name of its own, and the old one works for one more day', async () => {
    const { apiKeys, events, account, key, stored, clock } = await withKey();
    const request = { account, prefix: stored.prefix, expiresIn: 2 * DAY, address: '192.0.2.1' };
    const { key: fresh, replaced } = await apiKeys.replaceOwnApiKey(request);
    expect(replaced).toEqual({
      name: 'default',
      prefix: stored.prefix,
      expiresAt: new Date(clock.now().getTime() + DAY),
    });
    const { keys } = await apiKeys.pageOwnApiKeys(account.id);
    expect(keys.map(({ name, state, isReplaced }) => [name, state, isReplaced]).sort()).toEqual([
      ['default (2)', 'active', false],
      ['default', 'active', true],
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'api_key_replaced', keyPrefix: stored.prefix, address: '192.0.2.1' });
    clock.advance(DAY - 1);
    for (const each of [key, fresh]) expect(await apiKeys.authenticate(each)).toMatchObject({ accountId: account.id });
    clock.advance(1);
    await expect(apiKeys.authenticate(key)).rejects.toMatchObject({ code: 'api_key_invalid' });
    expect(await apiKeys.authenticate(fresh)).toMatchObject({ accountId: account.id });
  });

  it('creates one key if it is sent twice, also at the limit of active keys', async () => {
    const { apiKeys, ports, account, stored } = await withKey({ maxKeysPerAccount: 2 });
    const request = { account, prefix: stored.prefix, address: '::1' };
    const { stored: fresh } = await apiKeys.replaceOwnApiKey(request);
    await expect(apiKeys.replaceOwnApiKey(request)).rejects.toMatchObject({ code: 'already_exists' });
    const listed = await ports.apiKeys.list(1000);
    expect(listed.map(({ prefix }) => prefix).toSorted()).toEqual([stored.prefix, fresh.prefix].toSorted());
  });

  it('refuses a key that is not active or belongs to another account, and changes nothing', async () => {
    const { apiKeys, accounts, ports, account, stored } = await withKey();
    const joe = await accounts.createAccount('joe@example.com');
    const replace = (by: typeof joe) =>
      apiKeys.replaceOwnApiKey({ account: by, prefix: stored.prefix, address: '::1' });
    await expect(replace(joe)).rejects.toMatchObject({ code: 'not_found' });
    expect(await ports.apiKeys.list(1000)).toEqual([stored]);
    await apiKeys.revokeApiKey(stored.prefix);
    await expect(replace(account)).rejects.toMatchObject({ code: 'invalid' });
    expect(await ports.apiKeys.list(1000)).toHaveLength(1);
  });
});

describe('The list of keys', () => {
  it('has the same order for one account as for all: by age, and then by prefix', async () => {
    const { apiKeys, account, clock } = await withKey();
    for (let number = 0; number < 5; number++) await apiKeys.createApiKey({ email: account.email });
    clock.advance(1);
    const last = await apiKeys.createApiKey({ email: account.email });
    const prefixes = (await apiKeys.listApiKeys()).map(({ prefix }) => prefix);
    expect(prefixes).toEqual([...prefixes.slice(0, -1).toSorted(), last.stored.prefix]);
    const own = await apiKeys.listApiKeys({ email: account.email });
    expect(own.map(({ prefix }) => prefix)).toEqual(prefixes);
  });
});

describe('Authentication', () => {
  const INVALID = { code: 'api_key_invalid', message: 'The API key is not valid; send an active key of your account.' };

  it('refuses a malformed, an unknown, an expired and a revoked key with the same message', async () => {
    const { apiKeys, ports, clock } = await withKey();
    const unknown = (await withKey()).key;
    const expired = (await apiKeys.createApiKey({ email: EMAIL, expiresIn: 1 })).key;
    const revoked = await apiKeys.createApiKey({ email: EMAIL });
    await apiKeys.revokeApiKey(revoked.stored.prefix);
    clock.advance(1);
    for (const key of ['', 'as_', `${unknown}0`, unknown, expired, revoked.key]) {
      await expect(apiKeys.authenticate(key)).rejects.toMatchObject(INVALID);
    }
    for (const key of await ports.apiKeys.list(1000)) expect(key).not.toHaveProperty('lastUsedAt');
  });

  it('refuses a key that a wrong clock made in the future, beyond what clocks differ', async () => {
    const { apiKeys, key, clock } = await withKey();
    clock.advance(-5 * 60_000);
    await expect(apiKeys.authenticate(key)).resolves.toBeDefined();
    clock.advance(-1);
    await expect(apiKeys.authenticate(key)).rejects.toMatchObject({ code: 'api_key_invalid' });
  });

  it('identifies the caller, and records the last use of the key to the minute', async () => {
    const { apiKeys, key, ports, clock } = await withKey();
    const lastUse = async () => (await ports.apiKeys.list(1000))[0]?.lastUsedAt;
    expect(await lastUse()).toBeUndefined();
    expect(await apiKeys.authenticate(key)).toEqual({ accountId: 1n, keyPrefix: key.slice(0, 11) });
    const first = clock.now();
    expect(await lastUse()).toEqual(first);
    clock.advance(59_999);
    await apiKeys.authenticate(key);
    expect(await lastUse()).toEqual(first);
    clock.advance(1);
    await apiKeys.authenticate(key);
    expect(await lastUse()).toEqual(clock.now());
  });

  it('refuses another key with the prefix of a valid one', async () => {
    const { apiKeys, key, ports } = await withKey();
    const other = generateApiKey(ports.secrets, apiKeyPrefix(key));
    await expect(apiKeys.authenticate(other)).rejects.toMatchObject(INVALID);
    expect((await ports.apiKeys.list(9))[0]).not.toHaveProperty('lastUsedAt');
  });
});

describe('Revoking a key', () => {
  it('keeps the key in the list for 90 more days', async () => {
    const { apiKeys, maintenance, stored, ports, clock, events } = await withKey();
    await apiKeys.revokeApiKey(stored.prefix);
    expect(events.at(-1)).toEqual({ event: 'api_key_revoked', accountId: 1n, keyPrefix: stored.prefix });
    clock.advance(90 * 24 * 60 * 60 * 1000);
    await maintenance.purgeExpired(() => undefined);
    expect(await ports.apiKeys.list(1000)).toHaveLength(1);
    clock.advance(1);
    await maintenance.purgeExpired(() => undefined);
    expect(await ports.apiKeys.list(1000)).toEqual([]);
  });
});

describe('A first start', () => {
  it('creates one key if two processes start at the same time', async () => {
    const { maintenance, ports } = await newAccountHolders();
    const shown = await Promise.all([maintenance.createOwner(), maintenance.createOwner()]);
    expect(shown.filter((key) => key !== undefined)).toHaveLength(1);
    expect(await ports.apiKeys.list(1000)).toHaveLength(1);
  });

  it.each([
    ['list', new DomainError('unavailable', 'The store is away.')],
    ['add', new Error('The store refused a statement.')],
  ] as const)('fails if %s fails with %s, and the next start creates the owner', async (call, failure) => {
    const { maintenance, ports } = await newAccountHolders();
    jest.spyOn(ports.accounts, call).mockRejectedValueOnce(failure);
    await expect(maintenance.createOwner()).rejects.toBe(failure);
    expect(await ports.accounts.list(1000)).toEqual([]);
    expect(await maintenance.createOwner()).toMatch(/^as_/);
  });
});
