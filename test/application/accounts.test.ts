import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clientAt } from '../support/client-at.js';
import { newAccountHolders } from '../support/application.js';

const HERE = clientAt('192.0.2.1');
const JANE = 'jane@example.com';
const PASSWORD = 'a quiet river bend';

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
beforeEach(async () => {
  holders = await newAccountHolders();
  await holders.accounts.signUp({ email: JANE, password: PASSWORD, client: HERE });
});

async function newKey(): Promise<{ key: string; prefix: string }> {
  const { key, stored } = await holders.apiKeys.createApiKey({ email: JANE });
  return { key, prefix: stored.prefix };
}

async function deleteAccount(): Promise<void> {
  const account = await holders.accounts.findAccount(JANE);
  await holders.accounts.deleteOwnAccount({ account, currentPassword: PASSWORD, address: HERE.address });
}

describe('Deleting an account', () => {
  it('leaves nothing of it to the next account with its email, and keeps its revoked keys in the list of all keys', async () => {
    const { prefix } = await newKey();
    await deleteAccount();
    await holders.accounts.signUp({ email: JANE, password: 'some other password', client: HERE });
    expect(await holders.apiKeys.listApiKeys({ email: JANE })).toEqual([]);
    expect(await holders.apiKeys.listApiKeys()).toMatchObject([{ prefix, state: 'revoked', email: '' }]);
  });

  it('by an operator ends its keys and sessions, too, and is refused for an email without an account', async () => {
    const { key } = await newKey();
    const token = await holders.sessions.signIn({ email: JANE, password: PASSWORD, client: HERE });
    await holders.accounts.deleteAccount(' Jane@example.com');
    await expect(holders.apiKeys.authenticate(key)).rejects.toMatchObject({ code: 'api_key_invalid' });
    expect(await holders.sessions.resumeSession(token)).toBeUndefined();
    await expect(holders.accounts.deleteAccount(JANE)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('also revokes a key that is created while it is under way', async () => {
    let late = '';
    const remove = holders.ports.accounts.remove.bind(holders.ports.accounts);
    jest.spyOn(holders.ports.accounts, 'remove').mockImplementation(async (id) => {
      late = (await newKey()).key;
      await remove(id);
    });
    await deleteAccount();
    await expect(holders.apiKeys.authenticate(late)).rejects.toMatchObject({ code: 'api_key_invalid' });
  });

  it('leaves no key whose creation began before it and ends after it', async () => {
    const change = holders.ports.apiKeys.change.bind(holders.ports.apiKeys);
    jest.spyOn(holders.ports.apiKeys, 'change').mockImplementationOnce(async (...parameters) => {
      await deleteAccount();
      return change(...parameters);
    });
    await expect(newKey()).rejects.toMatchObject({ code: 'not_found' });
    expect(await holders.apiKeys.listApiKeys()).toEqual([]);
  });
});

it('Changing the password also ends a session whose sign-in began before it and ends after it', async () => {
  const add = holders.ports.sessions.add.bind(holders.ports.sessions);
  const hashes: string[] = [];
  jest.spyOn(holders.ports.sessions, 'add').mockImplementation(async (session) => {
    await holders.accounts.resetPassword(JANE, 'some other password');
    await add(session);
    hashes.push(session.hash);
  });
  await expect(holders.sessions.signIn({ email: JANE, password: PASSWORD, client: HERE })).rejects.toMatchObject({
    code: 'sign_in_failed',
  });
  expect(await Promise.all(hashes.map((hash) => holders.ports.sessions.find(hash)))).toEqual([undefined]);
  expect(holders.events.at(-1)).toMatchObject({ event: 'sign_in_failed', accountId: 1n, reason: 'wrong_password' });
});
