import { beforeEach, describe, expect, it } from '@jest/globals';
import { SESSION_LIFE } from '../../../src/domain/session.js';
import { newAccountHolders } from '../../support/application.js';
import { clientAt } from '../../support/client-at.js';

const [JANE, JOE] = ['jane@example.com', 'joe@example.com'];
const PASSWORD = 'a quiet river bend';

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
let tokens: string[];
let joes: string;

/** Jane is signed in at three addresses, Joe at one. */
beforeEach(async () => {
  holders = await newAccountHolders();
  for (const email of [JANE, JOE]) {
    await holders.accounts.signUp({ email, password: PASSWORD, client: clientAt('192.0.2.1') });
  }
  tokens = [];
  for (const number of [1, 2, 3]) {
    holders.clock.advance(1000);
    tokens.push(await signIn(JANE, `192.0.2.${number}`));
  }
  joes = await signIn(JOE, '192.0.2.9');
});

function signIn(email: string, address: string): Promise<string> {
  return holders.sessions.signIn({ email, password: PASSWORD, client: clientAt(address) });
}

describe('The sessions of an account', () => {
  it('are listed with their addresses and times, last seen first, with the current one marked, and without their hashes', async () => {
    const sessions = await holders.sessions.listSessions(1n, tokens[1] ?? '');
    const now = holders.clock.now().getTime();
    const at = (before: number) => ({ createdAt: new Date(now - before), lastSeenAt: new Date(now - before) });
    expect(sessions).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{16}$/), address: '192.0.2.3', isCurrent: false, ...at(0) },
      { id: expect.any(String), address: '192.0.2.2', isCurrent: true, ...at(1000) },
      { id: expect.any(String), address: '192.0.2.1', isCurrent: false, ...at(2000) },
    ]);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(3);
    holders.clock.advance(SESSION_LIFE.idle - 1000);
    expect(await holders.sessions.listSessions(1n, '')).toHaveLength(1);
  });

  it('of another account do not exist for the account holder', async () => {
    const [his] = await holders.sessions.listSessions(2n, joes);
    for (const id of [his?.id ?? '', '0'.repeat(16), '']) {
      await expect(holders.sessions.endSession(1n, id, '192.0.2.1')).rejects.toMatchObject({
        code: 'not_found',
        message: 'No session of the account has this id.',
      });
    }
    expect(await holders.sessions.resumeSession(joes)).toMatchObject({ email: JOE });
  });
});
