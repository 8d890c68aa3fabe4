import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clientAt } from '../../support/client-at.js';
import { newAccountHolders } from '../../support/application.js';

const HERE = clientAt('192.0.2.1');
const JANE = 'jane@example.com';
const PASSWORD = 'a quiet river bend';

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
beforeEach(async () => {
  holders = await newAccountHolders();
  await holders.signUp.execute({ email: JANE, password: PASSWORD, client: HERE });
});

async function newKey(): Promise<{ key: string; prefix: string }> {
  const { key, stored } = await holders.issueApiKey.execute({ email: JANE });
  return { key, prefix: stored.prefix };
}

async function deleteAccount(): Promise<void> {
  await holders.deleteOwnAccount.execute({ accountId: 1n, currentPassword: PASSWORD, address: HERE.address });
}

describe('Deleting an account', () => {
  it('leaves nothing of it to the next account with its email, and keeps its revoked keys in the list of all keys', async () => {
    const { prefix } = await newKey();
    await deleteAccount();
    await holders.signUp.execute({ email: JANE, password: 'some other password', client: HERE });
    expect(await holders.listApiKeys.execute({ email: JANE })).toEqual([]);
    expect(await holders.listApiKeys.execute()).toMatchObject([{ prefix, state: 'revoked', email: '' }]);
  });

  it('also revokes a key that is created while it is under way', async () => {
    let late = '';
    const remove = holders.accounts.remove.bind(holders.accounts);
    jest.spyOn(holders.accounts, 'remove').mockImplementation(async (id) => {
      late = (await newKey()).key;
      await remove(id);
    });
    await deleteAccount();
    await expect(holders.authenticate.execute(late)).rejects.toMatchObject({ code: 'api_key_invalid' });
  });

  it('leaves no key whose creation began before it and ends after it', async () => {
    const add = holders.apiKeys.add.bind(holders.apiKeys);
    jest.spyOn(holders.apiKeys, 'add').mockImplementation(async (...parameters) => {
      await deleteAccount();
      return add(...parameters);
    });
    await expect(newKey()).rejects.toMatchObject({
      code: 'not_found',
      message: 'No account has the email jane@example.com.',
    });
    expect(await holders.listApiKeys.execute()).toEqual([]);
  });
});

it('Changing the password also ends a session whose sign-in began before it and ends after it', async () => {
  const add = holders.sessions.add.bind(holders.sessions);
  const hashes: string[] = [];
  jest.spyOn(holders.sessions, 'add').mockImplementation(async (session) => {
    await holders.resetPassword.execute(JANE, 'some other password');
    await add(session);
    hashes.push(session.hash);
  });
  await expect(holders.signIn.execute({ email: JANE, password: PASSWORD, client: HERE })).rejects.toMatchObject({
    code: 'sign_in_failed',
  });
  expect(await Promise.all(hashes.map((hash) => holders.sessions.find(hash)))).toEqual([undefined]);
});
