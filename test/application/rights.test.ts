import { beforeEach, describe, expect, it } from '@jest/globals';
import { ATTEMPT_LIMITS } from '../../src/application/sessions/attempts.js';
import type { Account } from '../../src/domain/account.js';
import { TooManyAttempts } from '../../src/domain/errors.js';
import { newAccountHolders } from '../support/application.js';
import { clientAt } from '../support/client-at.js';

const client = clientAt('192.0.2.1');
const { address } = client;
const [JANE, JOE] = ['jane@example.com', 'joe@example.com'];
const PASSWORD = 'a quiet river bend';
const NEW_PASSWORD = 'a brand new password';
const WRONG = { code: 'sign_in_failed', message: 'The password is wrong.' };
const NO_KEY = { code: 'not_found', message: 'The account has no API key with this prefix.' };

// These tests also fail in `npm run typecheck` when the compiler accepts a call that leaves out a member.

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
let jane: Account;
let joe: Account;
beforeEach(async () => {
  holders = await newAccountHolders();
  [jane, joe] = [await newAccount(JANE), await newAccount(JOE)];
});

async function newAccount(email: string): Promise<Account> {
  await holders.createAccount.execute(email);
  return holders.resetPassword.execute(email, PASSWORD);
}

async function canSignIn(email: string, password: string): Promise<boolean> {
  return holders.signIn.execute({ email, password, client }).then(
    () => true,
    () => false,
  );
}

describe('An account holder who revokes a key', () => {
  let prefix: string;
  beforeEach(async () => {
    prefix = (await holders.issueApiKey.execute({ email: JANE })).stored.prefix;
  });

  const states = async () => (await holders.listApiKeys.execute()).map(({ state }) => state);

  it('can revoke a key of that account', async () => {
    await holders.revokeOwnApiKey.execute({ accountId: jane.id, prefix, address });
    expect(await states()).toEqual(['revoked']);
    expect(holders.events.at(-1)).toEqual({ event: 'api_key_revoked', accountId: 1n, keyPrefix: prefix, address });
  });

  it('cannot revoke a key of another account', async () => {
    await expect(holders.revokeOwnApiKey.execute({ accountId: joe.id, prefix, address })).rejects.toMatchObject(NO_KEY);
    expect(await states()).toEqual(['active']);
  });

  it('revokes nothing if the account is left out', async () => {
    // @ts-expect-error the account is required
    await expect(holders.revokeOwnApiKey.execute({ prefix, address })).rejects.toMatchObject(NO_KEY);
    expect(await states()).toEqual(['active']);
  });

  it('cannot pass an account to the use case of the operator', async () => {
    // @ts-expect-error an operator revokes a key by its prefix alone
    await expect(holders.revokeApiKey.execute({ accountId: joe.id, prefix })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await states()).toEqual(['active']);
  });
});

describe('An operator who revokes a key', () => {
  it('can revoke a key of any account', async () => {
    const { stored } = await holders.issueApiKey.execute({ email: JANE });
    await holders.revokeApiKey.execute(stored.prefix);
    expect(await holders.listApiKeys.execute()).toMatchObject([{ state: 'revoked' }]);
    expect(holders.events.at(-1)).toEqual({ event: 'api_key_revoked', accountId: 1n, keyPrefix: stored.prefix });
  });
});

describe('An account holder who changes the password', () => {
  const change = (currentPassword: string, newPassword = NEW_PASSWORD) =>
    holders.changePassword.execute({ account: jane, currentPassword, newPassword, address });

  it('gets the new one after confirming the current one, and has no session left', async () => {
    const token = await holders.signIn.execute({ email: JANE, password: PASSWORD, client });
    await change(PASSWORD);
    expect([await canSignIn(JANE, PASSWORD), await canSignIn(JANE, NEW_PASSWORD)]).toEqual([false, true]);
    expect(await holders.resumeSession.execute(token)).toBeUndefined();
    expect(await canSignIn(JOE, PASSWORD)).toBe(true);
  });

  it('changes nothing with a wrong password', async () => {
    await expect(change('a wrong password')).rejects.toMatchObject(WRONG);
    expect(await canSignIn(JANE, PASSWORD)).toBe(true);
  });

  it('changes nothing if the current password is left out', async () => {
    // @ts-expect-error the current password is required
    const changing = holders.changePassword.execute({ account: jane, newPassword: NEW_PASSWORD, address });
    await expect(changing).rejects.toMatchObject(WRONG);
    expect(await canSignIn(JANE, PASSWORD)).toBe(true);
  });

  it.each([PASSWORD, 'short', JANE])(
    'must follow the rules of a new password, and cannot use %s',
    async (newPassword) => {
      await expect(change(PASSWORD, newPassword)).rejects.toMatchObject({ code: 'invalid' });
      expect(await canSignIn(JANE, PASSWORD)).toBe(true);
    },
  );
});

describe('An operator who resets a password', () => {
  it('needs no current password, since the account may have none', async () => {
    const { id } = await holders.createAccount.execute('operator@example.com');
    await holders.resetPassword.execute('operator@example.com', NEW_PASSWORD);
    expect(await canSignIn('operator@example.com', NEW_PASSWORD)).toBe(true);
    expect(holders.events).toContainEqual({ event: 'password_changed', accountId: id });
  });
});

describe('An account holder who deletes the account', () => {
  const exists = async () => (await holders.accounts.find(jane.id)) !== undefined;

  it('deletes nothing with a wrong password', async () => {
    const deletion = { accountId: jane.id, currentPassword: 'a wrong password', address };
    await expect(holders.deleteOwnAccount.execute(deletion)).rejects.toMatchObject(WRONG);
    expect(await exists()).toBe(true);
  });

  it('deletes nothing if the password is left out', async () => {
    // @ts-expect-error the password is required
    const deleting = holders.deleteOwnAccount.execute({ accountId: jane.id, address });
    await expect(deleting).rejects.toMatchObject(WRONG);
    expect(await exists()).toBe(true);
  });
});

describe('The confirmation of a password', () => {
  // A password that breaks a rule is refused after the confirmation, so that nothing changes.
  const confirm = (account: Account, currentPassword: string) =>
    holders.changePassword.execute({ account, currentPassword, newPassword: 'short', address });

  it('is limited for each account separately', async () => {
    for (let time = 0; time < ATTEMPT_LIMITS.confirmPassword.attempts; time++) {
      await expect(confirm(jane, PASSWORD)).rejects.toMatchObject({ code: 'invalid' });
      await expect(confirm(jane, 'a wrong password')).rejects.toMatchObject(WRONG);
    }
    await expect(confirm(jane, PASSWORD)).rejects.toThrow(TooManyAttempts);
    await expect(confirm(joe, PASSWORD)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('fails for an account without a password, and for one that was deleted', async () => {
    const operators = await holders.createAccount.execute('operator@example.com');
    for (const account of [operators, { ...operators, id: 9n }]) {
      await expect(confirm(account, PASSWORD)).rejects.toMatchObject(WRONG);
    }
  });

  it('is not a separate use case, which a route could forget', () => {
    // @ts-expect-error the use cases that require it have it inside
    expect(holders.confirmPassword).toBeUndefined();
  });
});
