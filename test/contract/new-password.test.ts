import { beforeEach, describe, expect, it } from '@jest/globals';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { ATTEMPT_LIMITS } from '../../src/application/attempts.js';
import type { Account } from '../../src/domain/account.js';
import { TooManyAttempts } from '../../src/domain/errors.js';
import { newAccountHolders } from '../support/application.js';
import { clientAt } from '../support/client-at.js';
import { describeEach, SHARED_STORAGES, targets } from '../support/storages.js';

const EMAIL = 'jane@example.com';
const FORGOTTEN = 'a quiet river bend';
const NEW = 'seven lamps of brass';
const client = clientAt('192.0.2.1');

type Holders = Awaited<ReturnType<typeof newAccountHolders>>;

const signIn = ({ sessions }: Holders, password: string) => sessions.signIn({ email: EMAIL, password, client });
/** Confirms a change that breaks a rule, so that nothing changes. */
const confirm = ({ accounts }: Holders, account: Account, currentPassword: string) =>
  accounts.changePassword({ account, currentPassword, newPassword: 'short', address: client.address });

/** Types wrong passwords until no more are accepted. */
async function useUp(limit: { readonly attempts: number }, attempt: (password: string) => Promise<unknown>) {
  for (let wrong = 0; wrong < limit.attempts; wrong++) {
    await expect(attempt('a wrong password')).rejects.toMatchObject({ code: 'sign_in_failed' });
  }
  await expect(attempt(FORGOTTEN)).rejects.toThrow(TooManyAttempts);
}

/** Uses up the wrong passwords, lets an operator set another one, and expects that the holder can use that. */
async function expectFresh(service: Holders, operator: Holders, password: string): Promise<void> {
  const account = await service.accounts.findAccount(EMAIL);
  await useUp(ATTEMPT_LIMITS.signInToFrom, (guess) => signIn(service, guess));
  await useUp(ATTEMPT_LIMITS.confirmPassword, (guess) => confirm(service, account, guess));
  await operator.accounts.resetPassword(EMAIL, password);
  await expect(signIn(service, password)).resolves.toBeDefined();
  await expect(confirm(service, account, password)).rejects.toMatchObject({ code: 'invalid' }); // not refused as wrong
  for (const attempt of [
    (guess: string) => signIn(service, guess),
    (guess: string) => confirm(service, account, guess),
  ]) {
    await useUp(ATTEMPT_LIMITS.confirmPassword, attempt);
  }
}

describe('A new password', () => {
  let holders: Holders;
  beforeEach(async () => {
    holders = await newAccountHolders();
    await holders.accounts.signUp({ email: EMAIL, password: FORGOTTEN, client });
  });

  it.each([
    ['another', NEW],
    ['the same text', FORGOTTEN],
  ])('ends the counts of wrong ones, and begins its own: %s', async (_, password) => {
    await expectFresh(holders, holders, password);
  });

  it('ends the count of wrong ones from all sites, too', async () => {
    const from = (n: number) =>
      holders.sessions.signIn({ email: EMAIL, password: 'wrong', client: clientAt(`10.0.0.${n}`) });
    for (let n = 0; n < ATTEMPT_LIMITS.signInTo.attempts; n++) {
      await expect(from(n)).rejects.toMatchObject({ code: 'sign_in_failed' });
    }
    await expect(from(200)).rejects.toThrow(TooManyAttempts);
    await holders.accounts.resetPassword(EMAIL, NEW);
    await expect(signIn(holders, NEW)).resolves.toBeDefined();
  });
});

describeEach(SHARED_STORAGES, 'a new password that another process sets', (kind) => {
  const target = targets(kind);

  it('ends the counts of wrong ones, and begins its own', async () => {
    const storage = parseStorageUrl(target().url);
    const [service, operator] = [await newAccountHolders({ storage }), await newAccountHolders({ storage })];
    await service.accounts.signUp({ email: EMAIL, password: FORGOTTEN, client });
    await expectFresh(service, operator, NEW);
  });
});
