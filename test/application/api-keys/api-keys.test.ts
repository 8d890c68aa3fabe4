import { describe, expect, it, jest } from '@jest/globals';
import { MemoryAccountRepository } from '../../../src/adapters/outbound/memory/account-repository.js';
import { MemoryApiKeyRepository } from '../../../src/adapters/outbound/memory/api-key-repository.js';
import { SystemSecrets } from '../../../src/adapters/outbound/system/secrets.js';
import { Authenticate } from '../../../src/application/api-keys/authenticate.js';
import { CreateAccount } from '../../../src/application/accounts/create-account.js';
import { IssueApiKey } from '../../../src/application/api-keys/issue-api-key.js';
import { ListAccounts } from '../../../src/application/accounts/list-accounts.js';
import { ListApiKeys } from '../../../src/application/api-keys/list-api-keys.js';
import { RevokeApiKey } from '../../../src/application/api-keys/revoke-api-key.js';
import { CreateOwner } from '../../../src/application/accounts/create-owner.js';
import { DomainError } from '../../../src/domain/errors.js';
import { SettableClock } from '../../support/settable-clock.js';

const EMAIL = 'jane@example.com';

function setUp() {
  const accounts = new MemoryAccountRepository();
  const keys = new MemoryApiKeyRepository();
  const clock = new SettableClock();
  const secrets = new SystemSecrets();
  const createAccount = new CreateAccount(accounts, clock);
  const issue = new IssueApiKey(accounts, keys, clock, secrets);
  return {
    accounts,
    keys,
    clock,
    createAccount,
    issue,
    authenticate: new Authenticate(keys, clock, secrets),
    list: new ListApiKeys(accounts, keys, clock),
    listAccounts: new ListAccounts(accounts),
    revoke: new RevokeApiKey(keys, clock),
    welcome: new CreateOwner(accounts, createAccount, issue),
  };
}

async function withKey() {
  const parts = setUp();
  const account = await parts.createAccount.execute(EMAIL);
  return { ...parts, account, ...(await parts.issue.execute({ email: EMAIL })) };
}

describe('Creating an account', () => {
  it('makes an account with the email in one form', async () => {
    const { createAccount, listAccounts, clock } = setUp();
    await createAccount.execute(' Jane@Example.com ');
    expect(await listAccounts.execute()).toEqual([{ id: 1n, email: EMAIL, createdAt: clock.now() }]);
  });

  it('refuses an email that has an account, in any form', async () => {
    const { createAccount } = setUp();
    await createAccount.execute(EMAIL);
    await expect(createAccount.execute('JANE@example.com')).rejects.toMatchObject({ code: 'already_exists' });
  });

  it('refuses what is no email', async () => {
    await expect(setUp().createAccount.execute('jane')).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('Issuing a key', () => {
  it('gives the whole key once and keeps its hash', async () => {
    const { key, kept, keys, account, clock } = await withKey();
    expect(key).toMatch(/^as_[0-9A-Za-z]{36}$/);
    expect(kept).toMatchObject({ name: 'default', accountId: account.id, createdAt: clock.now() });
    const [stored] = await keys.list();
    expect(stored).toEqual(kept);
    expect(Object.values(kept).join()).not.toContain(key.slice(11));
  });

  it('counts the time for which it works from now', async () => {
    const { issue, clock } = await withKey();
    const { kept } = await issue.execute({ email: 'JANE@example.com', name: 'laptop', expiresIn: 1000 });
    expect(kept).toMatchObject({ name: 'laptop', expiresAt: new Date(clock.now().getTime() + 1000) });
  });

  it('refuses an account that is not there', async () => {
    await expect(setUp().issue.execute({ email: EMAIL })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([{ name: '' }, { expiresIn: 0 }, { expiresIn: -1 }])('refuses %p, and keeps nothing', async (wrong) => {
    const { issue, keys, createAccount } = setUp();
    await createAccount.execute(EMAIL);
    await expect(issue.execute({ email: EMAIL, ...wrong })).rejects.toMatchObject({ code: 'invalid' });
    expect(await keys.list()).toEqual([]);
  });
});

describe('Authentication', () => {
  const INVALID = new DomainError('api_key_invalid', 'The API key is not valid; send an active key of your account.');

  it('tells who calls', async () => {
    const { authenticate, key, account } = await withKey();
    expect(await authenticate.execute(key)).toEqual({ accountId: account.id, keyPrefix: key.slice(0, 11) });
  });

  it('refuses a malformed, an unknown, an expired and a revoked key in the same words', async () => {
    const { authenticate, issue, revoke, clock } = await withKey();
    const unknown = (await withKey()).key;
    const expired = (await issue.execute({ email: EMAIL, expiresIn: 1 })).key;
    const revoked = await issue.execute({ email: EMAIL });
    await revoke.execute({ prefix: revoked.kept.prefix });
    clock.advance(1);
    for (const key of ['', 'as_', `${unknown}0`, unknown, expired, revoked.key]) {
      await expect(authenticate.execute(key)).rejects.toThrow(INVALID);
    }
  });

  it('notes when a key was last used, to the minute', async () => {
    const { authenticate, key, keys, clock } = await withKey();
    const lastUse = async () => (await keys.list())[0]?.lastUsedAt;
    expect(await lastUse()).toBeUndefined();
    await authenticate.execute(key);
    const first = clock.now();
    expect(await lastUse()).toEqual(first);
    clock.advance(59_999);
    await authenticate.execute(key);
    expect(await lastUse()).toEqual(first);
    clock.advance(1);
    await authenticate.execute(key);
    expect(await lastUse()).toEqual(clock.now());
  });

  it('notes no use of a key that is refused', async () => {
    const { authenticate, key, kept, keys, revoke } = await withKey();
    await revoke.execute({ prefix: kept.prefix });
    await expect(authenticate.execute(key)).rejects.toThrow(INVALID);
    expect((await keys.list())[0]).not.toHaveProperty('lastUsedAt');
  });

  it('serves where the store can read and no longer write', async () => {
    const { authenticate, key, keys } = await withKey();
    jest.spyOn(keys, 'recordUse').mockRejectedValue(new DomainError('unavailable', 'Read only.'));
    expect(await authenticate.execute(key)).toMatchObject({ accountId: 1n });
  });

  it('hides no bug in noting the use', async () => {
    const { authenticate, key, keys } = await withKey();
    jest.spyOn(keys, 'recordUse').mockRejectedValue(new TypeError('bug'));
    await expect(authenticate.execute(key)).rejects.toThrow('bug');
  });

  it('is unavailable, not refused, where the store is away', async () => {
    const { authenticate, key, keys } = await withKey();
    jest.spyOn(keys, 'findByHash').mockRejectedValue(new DomainError('unavailable', 'Away.'));
    await expect(authenticate.execute(key)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('Listing keys', () => {
  it('tells owner and state of each, oldest first', async () => {
    const { list, issue, createAccount, revoke, clock, kept } = await withKey();
    await createAccount.execute('joe@example.com');
    clock.advance(1);
    const expiring = await issue.execute({ email: 'joe@example.com', expiresIn: 1 });
    clock.advance(1);
    const doomed = await issue.execute({ email: EMAIL });
    await revoke.execute({ prefix: doomed.kept.prefix });
    expect((await list.execute()).map(({ prefix, email, state }) => [prefix, email, state])).toEqual([
      [kept.prefix, EMAIL, 'active'],
      [expiring.kept.prefix, 'joe@example.com', 'expired'],
      [doomed.kept.prefix, EMAIL, 'revoked'],
    ]);
    expect(await list.execute({ email: 'Joe@example.com' })).toHaveLength(1);
  });

  it('refuses an account that is not there', async () => {
    await expect(setUp().list.execute({ email: EMAIL })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('Revoking', () => {
  it('keeps the first instant where it is asked twice', async () => {
    const { revoke, kept, keys, clock } = await withKey();
    const first = clock.now();
    await revoke.execute({ prefix: kept.prefix });
    clock.advance(1000);
    await revoke.execute({ prefix: kept.prefix });
    expect((await keys.findByPrefix(kept.prefix))?.revokedAt).toEqual(first);
  });

  it('refuses a prefix that no key has', async () => {
    const { revoke } = await withKey();
    await expect(revoke.execute({ prefix: 'as_' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('The welcome', () => {
  it('gives a store without accounts an owner and a key that works', async () => {
    const { welcome, authenticate, listAccounts } = setUp();
    const key = await welcome.execute();
    expect(await authenticate.execute(key ?? '')).toMatchObject({ accountId: 1n });
    expect(await listAccounts.execute()).toMatchObject([{ email: 'owner@localhost' }]);
  });

  it('is for the first start only', async () => {
    const { welcome, keys } = setUp();
    await welcome.execute();
    expect(await welcome.execute()).toBeUndefined();
    expect(await keys.list()).toHaveLength(1);
  });

  it('stays away where there is any account', async () => {
    const { welcome, keys } = await withKey();
    expect(await welcome.execute()).toBeUndefined();
    expect(await keys.list()).toHaveLength(1);
  });

  it('makes one key where two processes start at once', async () => {
    const { welcome, keys } = setUp();
    const shown = await Promise.all([welcome.execute(), welcome.execute()]);
    expect(shown.filter((key) => key !== undefined)).toHaveLength(1);
    expect(await keys.list()).toHaveLength(1);
  });
});
