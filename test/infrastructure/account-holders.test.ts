import { expect, it } from '@jest/globals';
import { ATTEMPT_LIMITS } from '../../src/application/sessions/attempts.js';
import type { Services } from '../../src/infrastructure/container/use-cases.js';
import { clientAt } from '../support/client-at.js';
import { composed } from '../support/application.js';
import { describeEachDatabase } from '../support/databases.js';
import { targetOf } from '../support/targets.js';

const CREDENTIALS = { email: 'jane@example.com', password: 'a quiet river bend', client: clientAt('192.0.2.7') };

async function useAccount({
  signUp,
  signIn,
  resumeSession,
  confirmPassword,
  setPassword,
  signOut,
  deleteAccount,
}: Services) {
  await signUp.execute(CREDENTIALS);
  const account = await resumeSession.execute(await signIn.execute(CREDENTIALS));
  expect(account).toMatchObject({ email: CREDENTIALS.email });
  const { id = 0n } = account ?? {};
  await confirmPassword.execute(id, CREDENTIALS.password);
  await setPassword.execute(CREDENTIALS.email, 'a brand new password');
  const token = await signIn.execute({ ...CREDENTIALS, password: 'a brand new password' });
  await signOut.execute(token);
  expect(await resumeSession.execute(token)).toBeUndefined();
  await deleteAccount.execute(id);
  await expect(signIn.execute(CREDENTIALS)).rejects.toMatchObject({ code: 'sign_in_failed' });
}

it('an account holder comes and goes, in memory', async () => {
  await useAccount((await composed()).services);
});

describeEachDatabase('an account holder', (bench) => {
  async function replica(): Promise<Services> {
    return (await composed({ storage: targetOf(bench.options()) })).services;
  }

  it('comes and goes', async () => {
    await useAccount(await replica());
  });

  it('is signed in at every replica, and limited by all of them together where there may be several', async () => {
    const one = await replica();
    await one.signUp.execute(CREDENTIALS);
    const token = await one.signIn.execute(CREDENTIALS);
    if (bench.kind === 'sqlite') return; // one service to a file
    const other = await replica();
    expect(await other.resumeSession.execute(token)).toMatchObject({ email: CREDENTIALS.email });
    const wrong = { ...CREDENTIALS, password: 'a wrong password' };
    for (let each = 0; each < ATTEMPT_LIMITS.signInTo.attempts; each++) {
      const { signIn } = each % 2 === 0 ? one : other;
      await expect(signIn.execute(wrong)).rejects.toMatchObject({ code: 'sign_in_failed' });
    }
    for (const { signIn } of [one, other]) {
      await expect(signIn.execute(CREDENTIALS)).rejects.toMatchObject({ code: 'too_many_attempts' });
    }
  });
});
