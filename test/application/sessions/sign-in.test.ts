import { beforeEach, describe, expect, it } from '@jest/globals';
import { ATTEMPT_LIMITS } from '../../../src/application/sessions/attempts.js';
import { TooManyAttempts } from '../../../src/domain/errors.js';
import { SESSION_LIFE } from '../../../src/domain/session.js';
import { newAccountHolders } from '../../support/application.js';

const JANE = 'jane@example.com';
const PASSWORD = 'a quiet river bend';
const FAILED = { code: 'sign_in_failed', message: 'The email or the password is wrong.' };

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
let network = 0;
beforeEach(async () => {
  holders = await newAccountHolders();
});

/** An address that nobody has used before. */
function newAddress(): string {
  return `10.0.${Math.floor(++network / 256)}.${network % 256}`;
}

function signUp(email = JANE, password = PASSWORD, address = newAddress()): Promise<void> {
  return holders.signUp.execute({ email, password, address });
}

function signIn(email = JANE, password = PASSWORD, address = newAddress()): Promise<string> {
  return holders.signIn.execute({ email, password, address });
}

describe('Signing up', () => {
  it('makes an account that can sign in', async () => {
    await signUp(' Jane@Example.COM ');
    const [account] = await holders.accounts.list();
    expect(account).toEqual({ id: 1n, email: JANE, createdAt: holders.clock.now() });
    expect(await holders.resumeSession.execute(await signIn())).toEqual(account);
  });

  it('keeps the hash alone', async () => {
    await signUp();
    expect(await holders.accounts.findPasswordHash(1n)).toBe(`hash 1 of ${PASSWORD}`);
  });

  it('tells nobody whether the email is known: the same answer after the same work, and the account stays as it is', async () => {
    await signUp();
    const first = holders.hasher.work;
    await expect(signUp(JANE, 'another password')).resolves.toBeUndefined();
    expect(holders.hasher.work).toEqual({ hashed: 2 * first.hashed, verified: 2 * first.verified });
    expect(first.hashed).toBe(1);
    expect(await holders.accounts.list()).toHaveLength(1);
    await expect(signIn(JANE, 'another password')).rejects.toMatchObject(FAILED);
    await expect(signIn()).resolves.toBeDefined();
  });

  it('gives no password to an account that an operator made without one', async () => {
    await holders.createAccount.execute(JANE);
    await signUp();
    await expect(signIn()).rejects.toMatchObject(FAILED);
  });

  it.each([
    ['an email that is none', 'jane', PASSWORD],
    ['a password that is too short', JANE, 'short'],
    ['a password that everybody has', JANE, '123456789012'],
  ])('refuses %s before it does any work', async (_, email, password) => {
    await expect(signUp(email, password)).rejects.toMatchObject({ code: 'invalid' });
    expect(holders.hasher.hashed).toBe(0);
    expect(await holders.accounts.list()).toEqual([]);
  });

  it('is limited by address, whatever the emails', async () => {
    const address = newAddress();
    for (let each = 0; each < ATTEMPT_LIMITS.signUpFrom.attempts; each++)
      await signUp(`${each}@example.com`, PASSWORD, address);
    await expect(signUp('more@example.com', PASSWORD, address)).rejects.toThrow(TooManyAttempts);
    expect(holders.hasher.hashed).toBe(ATTEMPT_LIMITS.signUpFrom.attempts);
    expect(await holders.accounts.findByEmail('more@example.com')).toBeUndefined();
    await signUp('more@example.com', PASSWORD, newAddress());
  });
});

describe('Signing in', () => {
  beforeEach(() => signUp());

  it('gives a new token of more than 256 bits each time, of which the hash alone is kept', async () => {
    const tokens = [await signIn(), await signIn(' JANE@example.com')];
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(await holders.sessions.find(token)).toBeUndefined();
      expect(await holders.sessions.find(holders.secrets.sha256(token))).toMatchObject({ accountId: 1n });
    }
    expect(new Set(tokens).size).toBe(2);
  });

  it('says the same, after the same work, of a wrong password, an unknown email and an account without a password', async () => {
    await holders.createAccount.execute('operator@example.com');
    await signIn(); // the first, of whomever, makes the hash of nobody's password
    for (const [email, password] of [
      [JANE, 'a wrong password'],
      ['nobody@example.com', PASSWORD],
      ['operator@example.com', PASSWORD],
      ['no email at all', ''],
    ] as const) {
      const before = holders.hasher.work;
      await expect(signIn(email, password)).rejects.toMatchObject(FAILED);
      expect(holders.hasher.work).toEqual({ ...before, verified: before.verified + 1 });
    }
  });

  it('takes the password to the letter', async () => {
    for (const wrong of [PASSWORD.toUpperCase(), ` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.slice(1), '']) {
      await expect(signIn(JANE, wrong)).rejects.toMatchObject(FAILED);
    }
  });

  it.each([JANE, 'nobody@example.com'])(
    'to %s is limited, from whichever addresses, and a try too many does no work',
    async (email) => {
      const { attempts, periodMs } = ATTEMPT_LIMITS.signInTo;
      for (let each = 0; each < attempts; each++) {
        await expect(signIn(email, 'a wrong password')).rejects.toMatchObject(FAILED);
      }
      const { verified } = holders.hasher;
      const refusal: unknown = await signIn(email, PASSWORD).catch((error: unknown) => error);
      const retryAfter = refusal instanceof TooManyAttempts ? refusal.retryAfter : 0;
      expect(retryAfter).toBeGreaterThan(periodMs - 10_000);
      expect(retryAfter).toBeLessThanOrEqual(periodMs);
      expect(holders.hasher.verified).toBe(verified);
    },
  );

  it('does not count a right password, and forgets no wrong one for it, which would show that the account exists', async () => {
    for (let each = 0; each < ATTEMPT_LIMITS.signInTo.attempts; each++) {
      for (let success = 0; success < 2; success++) await expect(signIn()).resolves.toBeDefined();
      await expect(signIn(JANE, 'a wrong password')).rejects.toMatchObject(FAILED);
    }
    await expect(signIn(JANE, 'a wrong password')).rejects.toThrow(TooManyAttempts);
  });

  it('is limited by address, also for whoever signs in to an account of their own between two guesses', async () => {
    const address = newAddress();
    for (let each = 0; each < ATTEMPT_LIMITS.signInFrom.attempts; each++) {
      if (each % 5 === 0) await signIn(JANE, PASSWORD, address);
      else await expect(signIn(`${each}@example.com`, PASSWORD, address)).rejects.toMatchObject(FAILED);
    }
    await expect(signIn(JANE, PASSWORD, address)).rejects.toThrow(TooManyAttempts);
    await expect(signIn(JANE, PASSWORD, newAddress())).resolves.toBeDefined();
  });

  it('refuses an address that tried too often without using up the tries of an account', async () => {
    const address = newAddress();
    for (let each = 0; each < ATTEMPT_LIMITS.signInFrom.attempts; each++) {
      await signIn(`${each}@example.com`, PASSWORD, address).catch(() => undefined);
    }
    for (let each = 0; each < ATTEMPT_LIMITS.signInTo.attempts; each++) {
      await expect(signIn(JANE, 'a guess at it', address)).rejects.toThrow(TooManyAttempts);
    }
    await expect(signIn()).resolves.toBeDefined();
  });
});

describe('A session', () => {
  let token: string;
  beforeEach(async () => {
    await signUp();
    token = await signIn();
  });

  const isAlive = async (): Promise<boolean> => (await holders.resumeSession.execute(token)) !== undefined;

  it('ends without a request for half an hour', async () => {
    holders.clock.advance(SESSION_LIFE.idle - 1);
    expect(await isAlive()).toBe(true);
    holders.clock.advance(SESSION_LIFE.idle);
    expect(await isAlive()).toBe(false);
  });

  it('lives on with requests, and ends after twelve hours all the same', async () => {
    for (let time = 0; time < SESSION_LIFE.absolute; time += SESSION_LIFE.idle / 2) {
      expect(await isAlive()).toBe(true);
      holders.clock.advance(SESSION_LIFE.idle / 2);
    }
    expect(await isAlive()).toBe(false);
  });

  it('is written to once a minute, not once a request', async () => {
    const seen = async () => (await holders.sessions.find(holders.secrets.sha256(token)))?.lastSeenAt;
    const start = holders.clock.now();
    holders.clock.advance(59_999);
    await isAlive();
    expect(await seen()).toEqual(start);
    holders.clock.advance(1);
    await isAlive();
    expect(await seen()).toEqual(holders.clock.now());
  });

  it.each(['', 'x', 'A'.repeat(43)])('is not that of the token %j, which nobody was given', async (other) => {
    expect(await holders.resumeSession.execute(other)).toBeUndefined();
  });

  it('is not that of its own hash, should the store be read by somebody', async () => {
    expect(await holders.resumeSession.execute(holders.secrets.sha256(token))).toBeUndefined();
  });

  it('ends at signing out, and no other with it', async () => {
    const other = await signIn();
    await holders.signOut.execute(token);
    await holders.signOut.execute(token);
    expect(await isAlive()).toBe(false);
    expect(await holders.resumeSession.execute(other)).toBeDefined();
  });

  it('ends with all others when the password changes, and the old password with it', async () => {
    const other = await signIn();
    await holders.setPassword.execute(JANE, 'a brand new password');
    expect([await isAlive(), await holders.resumeSession.execute(other)]).toEqual([false, undefined]);
    await expect(signIn()).rejects.toMatchObject(FAILED);
    await expect(signIn(JANE, 'a brand new password')).resolves.toBeDefined();
  });

  it('outlives a change of password that is refused', async () => {
    await expect(holders.setPassword.execute(JANE, 'short')).rejects.toMatchObject({ code: 'invalid' });
    await expect(holders.setPassword.execute('nobody@example.com', PASSWORD)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await isAlive()).toBe(true);
  });

  it('is forgotten once its time is over, and not before', async () => {
    const hash = holders.secrets.sha256(token);
    holders.clock.advance(SESSION_LIFE.idle);
    await holders.purgeSessions.execute();
    expect(await holders.sessions.find(hash)).toBeDefined();
    holders.clock.advance(1);
    await holders.purgeSessions.execute();
    expect(await holders.sessions.find(hash)).toBeUndefined();
  });
});

describe('Saying the own password once more', () => {
  beforeEach(() => signUp());

  it('takes the right one, and is limited', async () => {
    const check = (password: string): Promise<void> => holders.confirmPassword.execute(1n, password);
    const wrong = { code: 'sign_in_failed', message: 'The password is wrong.' };
    for (let each = 0; each < ATTEMPT_LIMITS.ownPassword.attempts; each++) {
      await check(PASSWORD);
      await expect(check('a wrong password')).rejects.toMatchObject(wrong);
    }
    await expect(check(PASSWORD)).rejects.toThrow(TooManyAttempts);
  });

  it('is refused to an account without a password, and to one that is gone', async () => {
    const { id } = await holders.createAccount.execute('operator@example.com');
    for (const each of [id, 9n]) {
      await expect(holders.confirmPassword.execute(each, PASSWORD)).rejects.toMatchObject({ code: 'sign_in_failed' });
    }
  });
});
