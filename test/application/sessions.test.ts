import { beforeEach, describe, expect, it } from '@jest/globals';
import { SESSION_LIFE } from '../../src/domain/session.js';
import { newAccountHolders } from '../support/application.js';
import { clientAt } from '../support/client-at.js';

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
      await expect(holders.sessions.endSession(1n, id, '192.0.2.1')).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await holders.sessions.resumeSession(joes)).toMatchObject({ email: JOE });
  });

  it('are ended one by one, which the audit log shows', async () => {
    const [newest] = await holders.sessions.listSessions(1n, '');
    await holders.sessions.endSession(1n, newest?.id ?? '', '192.0.2.1');
    expect(holders.events.at(-1)).toEqual({ event: 'sessions_ended', accountId: 1n, address: '192.0.2.1' });
    const resumed = await Promise.all(tokens.map((token) => holders.sessions.resumeSession(token)));
    expect(resumed.map((account) => account?.email)).toEqual([JANE, JANE, undefined]);
  });

  it('record their last use to the minute', async () => {
    const lastSeen = async () => (await holders.sessions.listSessions(2n, joes))[0]?.lastSeenAt;
    const signedIn = holders.clock.now();
    holders.clock.advance(59_999);
    await holders.sessions.resumeSession(joes);
    expect(await lastSeen()).toEqual(signedIn);
    holders.clock.advance(1);
    await holders.sessions.resumeSession(joes);
    expect(await lastSeen()).toEqual(holders.clock.now());
  });

  it('are not accepted if a wrong clock made them in the future, beyond what clocks differ', async () => {
    const email = async (token: string) => (await holders.sessions.resumeSession(token))?.email;
    const before = holders.clock.now();
    holders.clock.turnTo('2100-01-01T00:00:00Z');
    const future = await signIn(JOE, '192.0.2.99');
    expect(await email(future)).toBe(JOE);
    holders.clock.turnTo(before.toISOString());
    expect(await email(future)).toBeUndefined();
    const addresses = (await holders.sessions.listSessions(2n, joes)).map(({ address }) => address);
    expect(addresses).not.toContain('192.0.2.99');
    holders.clock.advance(-5 * 60_000);
    expect(await email(joes)).toBe(JOE);
    holders.clock.advance(-1);
    expect(await email(joes)).toBeUndefined();
  });
});
