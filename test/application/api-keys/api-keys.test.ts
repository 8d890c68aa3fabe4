import { describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '../../../src/domain/errors.js';
import { newAccountHolders } from '../../support/application.js';
import { clientAt } from '../../support/client-at.js';

const EMAIL = 'jane@example.com';

async function withKey() {
  const holders = await newAccountHolders();
  const account = await holders.createAccount.execute(EMAIL);
  return { ...holders, account, ...(await holders.issueApiKey.execute({ email: EMAIL })) };
}

describe('The limit of active keys', () => {
  const JANE = { email: EMAIL, password: 'a quiet river bend', client: clientAt('192.0.2.1') };
  const AT_LIMIT = {
    code: 'invalid',
    message: 'The account has reached the limit of 3 active API keys; revoke one first.',
  };

  async function withLimit(maxKeysPerAccount: number) {
    const holders = await newAccountHolders({ maxKeysPerAccount });
    await holders.signUp.execute(JANE);
    return holders;
  }

  it('refuses one more key until another one is revoked or expires', async () => {
    const { issueApiKey, revokeApiKey, apiKeys, clock } = await withLimit(3);
    const { stored } = await issueApiKey.execute({ email: EMAIL });
    await issueApiKey.execute({ email: EMAIL, expiresIn: 1000 });
    await issueApiKey.execute({ email: EMAIL });
    await expect(issueApiKey.execute({ email: EMAIL })).rejects.toMatchObject(AT_LIMIT);
    expect(await apiKeys.list()).toHaveLength(3);
    await revokeApiKey.execute(stored.prefix);
    await issueApiKey.execute({ email: EMAIL });
    await expect(issueApiKey.execute({ email: EMAIL })).rejects.toMatchObject(AT_LIMIT);
    clock.advance(1000);
    await issueApiKey.execute({ email: EMAIL });
  });

  it('is reached and not exceeded by concurrent requests, and is counted for each account', async () => {
    const { issueApiKey, apiKeys, createAccount } = await withLimit(3);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => issueApiKey.execute({ email: EMAIL })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await apiKeys.list()).toHaveLength(3); // none is issued and revoked at once
    await createAccount.execute('joe@example.com');
    await expect(issueApiKey.execute({ email: 'joe@example.com' })).resolves.toBeDefined();
  });
});

describe('Replacing a key', () => {
  const DAY = 24 * 60 * 60 * 1000;

  it('returns a new key of the same name, and the old one works for one more day', async () => {
    const { replaceApiKey, authenticate, pageApiKeys, events, account, key, stored, clock } = await withKey();
    const request = { account, prefix: stored.prefix, expiresIn: 2 * DAY, address: '192.0.2.1' };
    const { key: fresh, replaced } = await replaceApiKey.execute(request);
    expect(replaced).toEqual({ prefix: stored.prefix, expiresAt: new Date(clock.now().getTime() + DAY) });
    const { keys } = await pageApiKeys.execute(account.id);
    expect(keys.map(({ name, state }) => [name, state])).toEqual(Array(2).fill(['default', 'active']));
    expect(events.at(-1)).toMatchObject({ event: 'api_key_replaced', keyPrefix: stored.prefix, address: '192.0.2.1' });
    clock.advance(DAY - 1);
    for (const each of [key, fresh]) expect(await authenticate.execute(each)).toMatchObject({ accountId: account.id });
    clock.advance(1);
    await expect(authenticate.execute(key)).rejects.toMatchObject({ code: 'api_key_invalid' });
    expect(await authenticate.execute(fresh)).toMatchObject({ accountId: account.id });
  });

  it('refuses a key that is not active or belongs to another account, and changes nothing', async () => {
    const { replaceApiKey, revokeApiKey, createAccount, apiKeys, account, stored } = await withKey();
    const joe = await createAccount.execute('joe@example.com');
    const replace = (by: typeof joe) => replaceApiKey.execute({ account: by, prefix: stored.prefix, address: '::1' });
    await expect(replace(joe)).rejects.toMatchObject({ code: 'not_found' });
    expect(await apiKeys.list()).toEqual([stored]);
    await revokeApiKey.execute(stored.prefix);
    await expect(replace(account)).rejects.toMatchObject({ code: 'invalid' });
    expect(await apiKeys.list()).toHaveLength(1);
  });
});

describe('Authentication', () => {
  const INVALID = { code: 'api_key_invalid', message: 'The API key is not valid; send an active key of your account.' };

  it('refuses a malformed, an unknown, an expired and a revoked key with the same message', async () => {
    const { authenticate, issueApiKey, revokeApiKey, apiKeys, clock } = await withKey();
    const unknown = (await withKey()).key;
    const expired = (await issueApiKey.execute({ email: EMAIL, expiresIn: 1 })).key;
    const revoked = await issueApiKey.execute({ email: EMAIL });
    await revokeApiKey.execute(revoked.stored.prefix);
    clock.advance(1);
    for (const key of ['', 'as_', `${unknown}0`, unknown, expired, revoked.key]) {
      await expect(authenticate.execute(key)).rejects.toMatchObject(INVALID);
    }
    for (const key of await apiKeys.list()) expect(key).not.toHaveProperty('lastUsedAt');
  });

  it('identifies the caller, and records the last use of the key to the minute', async () => {
    const { authenticate, key, apiKeys, clock } = await withKey();
    const lastUse = async () => (await apiKeys.list())[0]?.lastUsedAt;
    expect(await lastUse()).toBeUndefined();
    expect(await authenticate.execute(key)).toEqual({ accountId: 1n, keyPrefix: key.slice(0, 11) });
    const first = clock.now();
    expect(await lastUse()).toEqual(first);
    clock.advance(59_999);
    await authenticate.execute(key);
    expect(await lastUse()).toEqual(first);
    clock.advance(1);
    await authenticate.execute(key);
    expect(await lastUse()).toEqual(clock.now());
  });

  it('succeeds if the store refuses writes', async () => {
    const { authenticate, key, apiKeys } = await withKey();
    jest.spyOn(apiKeys, 'recordUse').mockRejectedValue(new DomainError('unavailable', 'Read only.'));
    expect(await authenticate.execute(key)).toMatchObject({ accountId: 1n });
  });

  it.each([
    ['recordUse', new TypeError('bug')],
    ['recordUse', new DomainError('not_found', 'bug')],
    ['findByHash', new DomainError('unavailable', 'Away.')],
  ] as const)('hides no other failure of the store: %s, %s', async (call, failure) => {
    const { authenticate, key, apiKeys } = await withKey();
    jest.spyOn(apiKeys, call).mockRejectedValue(failure);
    await expect(authenticate.execute(key)).rejects.toBe(failure);
  });
});

describe('Revoking a key', () => {
  it('keeps the key in the list for 90 more days', async () => {
    const { revokeApiKey, purgeExpired, stored, apiKeys, clock, events } = await withKey();
    await revokeApiKey.execute(stored.prefix);
    expect(events.at(-1)).toEqual({ event: 'api_key_revoked', accountId: 1n, keyPrefix: stored.prefix });
    clock.advance(90 * 24 * 60 * 60 * 1000);
    await purgeExpired.execute(() => undefined);
    expect(await apiKeys.list()).toHaveLength(1);
    clock.advance(1);
    await purgeExpired.execute(() => undefined);
    expect(await apiKeys.list()).toEqual([]);
  });
});

describe('A first start', () => {
  it('creates one key if two processes start at the same time', async () => {
    const { createOwner, apiKeys } = await newAccountHolders();
    const shown = await Promise.all([createOwner.execute(), createOwner.execute()]);
    expect(shown.filter((key) => key !== undefined)).toHaveLength(1);
    expect(await apiKeys.list()).toHaveLength(1);
  });

  it.each([
    ['list', new DomainError('unavailable', 'The store is away.')],
    ['add', new Error('The store refused a statement.')],
  ] as const)('fails if %s fails with %s, and the next start creates the owner', async (call, failure) => {
    const { createOwner, accounts } = await newAccountHolders();
    jest.spyOn(accounts, call).mockRejectedValueOnce(failure);
    await expect(createOwner.execute()).rejects.toBe(failure);
    expect(await accounts.list()).toEqual([]);
    expect(await createOwner.execute()).toMatch(/^as_/);
  });
});
