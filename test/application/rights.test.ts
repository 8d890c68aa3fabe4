import { beforeEach, describe, expect, it } from '@jest/globals';
import { ATTEMPT_LIMITS } from '../../src/application/attempts.js';
import type { Account } from '../../src/domain/account.js';
import { TooManyAttempts } from '../../src/domain/errors.js';
import { newAccountHolders } from '../support/application.js';

const address = '192.0.2.1';
const PASSWORD = 'a quiet river bend';
const WRONG = { code: 'sign_in_failed', message: 'The password is wrong.' };

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
let jane: Account;
let joe: Account;
let prefix: string;
beforeEach(async () => {
  holders = await newAccountHolders();
  [jane, joe] = [await newAccount('jane@example.com'), await newAccount('joe@example.com')];
  prefix = (await holders.apiKeys.createApiKey({ email: jane.email })).stored.prefix;
});

async function newAccount(email: string): Promise<Account> {
  await holders.accounts.createAccount(email);
  return holders.accounts.resetPassword(email, PASSWORD);
}

/** Changes the password to one that breaks a rule, which is refused after the confirmation, so that nothing changes. */
function confirm(account: Account, currentPassword: string): Promise<unknown> {
  return holders.accounts.changePassword({ account, currentPassword, newPassword: 'short', address });
}

// These tests also fail in `npm run typecheck` when the compiler accepts a call that leaves out a property.
it.each<[string, string, () => Promise<unknown>]>([
  // @ts-expect-error the account is required
  ['revokes a key without an account', 'not_found', () => holders.apiKeys.revokeOwnApiKey({ prefix, address })],
  // @ts-expect-error an operator revokes a key by its prefix alone
  ['passes an account to an operator', 'not_found', () => holders.apiKeys.revokeApiKey({ accountId: joe.id, prefix })],
  // @ts-expect-error the current password is required
  ['changes the password without it', WRONG.code, () => holders.accounts.changePassword({ account: jane, address })],
  // @ts-expect-error the password is required
  ['deletes the account without it', WRONG.code, () => holders.accounts.deleteOwnAccount({ account: jane, address })],
])('An account holder who %s is refused, and nothing changes', async (_, code, work) => {
  const before = await holders.ports.accounts.findPasswordHash(jane.id);
  await expect(work()).rejects.toMatchObject({ code });
  expect(await holders.ports.accounts.findPasswordHash(jane.id)).toBe(before);
  expect(await holders.apiKeys.listApiKeys()).toMatchObject([{ state: 'active' }]);
});

describe('The confirmation of a password', () => {
  it('is limited for each account separately', async () => {
    for (let time = 0; time < ATTEMPT_LIMITS.confirmPassword.attempts; time++) {
      await expect(confirm(jane, PASSWORD)).rejects.toMatchObject({ code: 'invalid' });
      await expect(confirm(jane, 'a wrong password')).rejects.toMatchObject(WRONG);
    }
    await expect(confirm(jane, PASSWORD)).rejects.toThrow(TooManyAttempts);
    await expect(confirm(joe, PASSWORD)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('fails for an account without a password, and for one that was deleted', async () => {
    const operators = await holders.accounts.createAccount('operator@example.com');
    for (const account of [operators, { ...operators, id: 9n }]) {
      await expect(confirm(account, PASSWORD)).rejects.toMatchObject(WRONG);
    }
  });
});
