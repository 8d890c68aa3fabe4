import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ATTEMPT_LIMITS } from '../../src/application/attempts.js';
import { DomainError, TooManyAttempts } from '../../src/domain/errors.js';
import { SESSION_LIFE } from '../../src/domain/session.js';
import { clientAt } from '../support/client-at.js';
import { newAccountHolders } from '../support/application.js';

const JANE = 'jane@example.com';
const PASSWORD = 'a quiet river bend';
const FAILED = { code: 'sign_in_failed', message: 'The email or the password is wrong.' };

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
let network = 0;
beforeEach(async () => {
  holders = await newAccountHolders();
});

/** An address that no test has used before. */
function newAddress(): string {
  return `10.0.${Math.floor(++network / 256)}.${network % 256}`;
}

function signUp(email = JANE, password = PASSWORD, address = newAddress()): Promise<void> {
  return holders.accounts.signUp({ email, password, client: clientAt(address) });
}

function signIn(email = JANE, password = PASSWORD, address = newAddress()): Promise<string> {
  return holders.sessions.signIn({ email, password, client: clientAt(address) });
}

/** Does the work so many times, one after the other. */
async function repeat(times: number, work: (time: number) => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time++) await work(time);
}

describe('Signing up', () => {
  it('does not reveal whether the email is known: it gives the same answer after the same work, and does not change the account', async () => {
    await signUp();
    const first = holders.hasher.work;
    await expect(signUp(JANE, 'another password')).resolves.toBeUndefined();
    expect(holders.hasher.work).toEqual({ hashed: 2 * first.hashed, verified: 2 * first.verified });
    expect(first.hashed).toBe(1);
    expect(await holders.ports.accounts.list(1000)).toHaveLength(1);
    await expect(signIn(JANE, 'another password')).rejects.toMatchObject(FAILED);
    await expect(signIn()).resolves.toBeDefined();
    await holders.accounts.createAccount('operator@example.com'); // without a password, and gets none
    await signUp('operator@example.com');
    await expect(signIn('operator@example.com')).rejects.toMatchObject(FAILED);
  });

  it('is limited by network, even with different emails', async () => {
    const { attempts } = ATTEMPT_LIMITS.signUpFrom;
    const address = newAddress();
    const signUpHere = (number: number) => signUp(`${number}@example.com`, PASSWORD, address);
    await repeat(attempts, signUpHere);
    await expect(signUpHere(attempts)).rejects.toThrow(TooManyAttempts);
    expect(holders.hasher.hashed).toBe(attempts);
    expect(await holders.ports.accounts.findByEmail(`${attempts}@example.com`)).toBeUndefined();
    await signUp('more@example.com');
  });
});

describe('Signing in', () => {
  beforeEach(() => signUp());

  it('gives the same answer, after the same work, for a wrong password, an unknown email and an account without a password', async () => {
    await holders.accounts.createAccount('operator@example.com');
    const asked = [
      jest.spyOn(holders.ports.accounts, 'findByEmail'),
      jest.spyOn(holders.ports.accounts, 'findPasswordHash'),
    ];
    for (const [email, password] of [
      [JANE, 'a wrong password'],
      ['nobody@example.com', PASSWORD],
      ['operator@example.com', PASSWORD],
      ['nobody@localhost', ''],
    ] as const) {
      const before = holders.hasher.work;
      await expect(signIn(email, password)).rejects.toMatchObject(FAILED);
      expect(holders.hasher.work).toEqual({ ...before, verified: before.verified + 1 });
      for (const method of asked) {
        expect(method).toHaveBeenCalledTimes(1); // so that the time tells nothing
        method.mockClear();
      }
    }
  });

  it.each([
    ['a name', 'no email at all'],
    ['nothing', ''],
    ['more than an email', `${JANE} from 10.9.9.9`],
    ['a long email', `${'x'.repeat(15_000)}@example.com`],
  ])(
    'refuses %s, which no account has as its email, before it counts, looks up or hashes anything',
    async (_, email) => {
      const count = jest.spyOn(holders.ports.attempts, 'count');
      const before = holders.hasher.work;
      await expect(signIn(email)).rejects.toMatchObject(FAILED);
      expect(count).not.toHaveBeenCalled();
      expect(holders.hasher.work).toEqual(before);
    },
  );

  it('is counted under keys of one form, which show no email, no address and no hash of a password', async () => {
    const count = jest.spyOn(holders.ports.attempts, 'count');
    const refund = jest.spyOn(holders.ports.attempts, 'refund');
    await signIn();
    const keys = [...count.mock.calls, ...refund.mock.calls].map(([key]) => key);
    expect(new Set(keys).size).toBe(3); // by network, and for the account from its network and from everywhere
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });

  it('succeeds though its attempt cannot be taken back, which is tried once for each count', async () => {
    const failure = new DomainError('unavailable', 'away');
    const refund = jest.spyOn(holders.ports.attempts, 'refund').mockRejectedValue(failure);
    await expect(signIn()).resolves.toBeDefined();
    expect(refund).toHaveBeenCalledTimes(2);
  });

  it('is not refused to its holder because of what a stranger elsewhere has typed as an email', async () => {
    const home = newAddress();
    for (const email of [`${JANE} from ${home}`, `${JANE}","${home}`, `from ${home}`, home]) {
      for (const typed of [email, `${email}@example.com`]) {
        await repeat(ATTEMPT_LIMITS.signInTo.attempts, () => signIn(typed, 'a wrong password').catch(() => undefined));
      }
    }
    await expect(signIn(JANE, PASSWORD, home)).resolves.toBeDefined();
  });

  it.each([JANE, 'nobody@example.com'])(
    'to %s is limited across addresses, and an attempt beyond the limit is not hashed, and reads as much as any other',
    async (email) => {
      const reads = [
        jest.spyOn(holders.ports.accounts, 'findByEmail'),
        jest.spyOn(holders.ports.accounts, 'findPasswordHash'),
      ];
      const { attempts, periodMs } = ATTEMPT_LIMITS.signInTo;
      await repeat(attempts, () => expect(signIn(email, 'a wrong password')).rejects.toMatchObject(FAILED));
      const { verified } = holders.hasher;
      for (const read of reads) read.mockClear();
      const refusal: unknown = await signIn(email, PASSWORD).catch((error: unknown) => error);
      const retryAfter = refusal instanceof TooManyAttempts ? refusal.retryAfter : 0;
      expect(retryAfter).toBeGreaterThan(periodMs / 2);
      expect(retryAfter).toBeLessThanOrEqual(periodMs);
      expect(holders.hasher.verified).toBe(verified);
      for (const read of reads) expect(read).toHaveBeenCalledTimes(1); // so that the time tells nothing
    },
  );

  it('is limited for one account from one network, which locks its holder out nowhere else', async () => {
    const stranger = newAddress();
    const guess = () => signIn(JANE, 'a wrong password', stranger);
    await repeat(ATTEMPT_LIMITS.signInToFrom.attempts, () => expect(guess()).rejects.toMatchObject(FAILED));
    const { verified } = holders.hasher;
    await repeat(ATTEMPT_LIMITS.signInTo.attempts, () => expect(guess()).rejects.toThrow(TooManyAttempts));
    expect(holders.hasher.verified).toBe(verified);
    await expect(signIn()).resolves.toBeDefined();
  });

  it('that was refused because too many waited counts for its network', async () => {
    const flooding = newAddress();
    const { attempts } = ATTEMPT_LIMITS.signInFrom;
    await repeat(attempts, () => holders.sessions.countAsSignIn(clientAt(flooding)));
    await expect(holders.sessions.countAsSignIn(clientAt(flooding))).rejects.toThrow(TooManyAttempts);
    await expect(signIn(JANE, PASSWORD, flooding)).rejects.toThrow(TooManyAttempts);
    await expect(signIn()).resolves.toBeDefined();
  });

  it('does not count a right password, and does not reset the count of wrong ones for it, which would show that the account exists', async () => {
    await repeat(ATTEMPT_LIMITS.signInTo.attempts, async () => {
      await repeat(2, () => signIn());
      await expect(signIn(JANE, 'a wrong password')).rejects.toMatchObject(FAILED);
    });
    await expect(signIn(JANE, 'a wrong password')).rejects.toThrow(TooManyAttempts);
  });

  it('is limited by network, even for a client that signs in to another account meanwhile', async () => {
    const address = newAddress();
    const signInHere = (email: string, password = PASSWORD) => signIn(email, password, address);
    await repeat(ATTEMPT_LIMITS.signInFrom.attempts, async (number) => {
      if (number % 5 === 0) await signInHere(JANE);
      else await expect(signInHere(`${number}@example.com`)).rejects.toMatchObject(FAILED);
    });
    const { verified } = holders.hasher;
    // Such a refusal counts nothing for the account.
    await repeat(ATTEMPT_LIMITS.signInTo.attempts, () =>
      expect(signInHere(JANE, 'a guess at it')).rejects.toThrow(TooManyAttempts),
    );
    expect(holders.hasher.verified).toBe(verified);
    await expect(signIn()).resolves.toBeDefined();
  });

  it('waits no longer than a period, even if the clock of the store was set back by two hours', async () => {
    const { periodMs } = ATTEMPT_LIMITS.signInFrom;
    jest.spyOn(holders.ports.attempts, 'count').mockResolvedValueOnce(periodMs + 2 * 60 * 60 * 1000);
    await expect(signIn()).rejects.toMatchObject({ retryAfter: periodMs });
  });

  it('does not count an attempt that the service could not carry out', async () => {
    const address = newAddress();
    const unavailable = jest
      .spyOn(holders.hasher, 'verify')
      .mockRejectedValue(new DomainError('unavailable', 'Too many passwords are being hashed.'));
    await repeat(2 * ATTEMPT_LIMITS.signInFrom.attempts, () =>
      expect(signIn(JANE, PASSWORD, address)).rejects.toMatchObject({ code: 'unavailable' }),
    );
    unavailable.mockRestore();
    await expect(signIn(JANE, PASSWORD, address)).resolves.toBeDefined();
  });
});

describe('The audit log', () => {
  it('has every authentication event with its account, key prefix and address, and no secret', async () => {
    const client = clientAt('192.0.2.7');
    const wrong = { email: JANE, password: 'unspeakable wrong', client };
    await holders.accounts.signUp({ email: JANE, password: PASSWORD, client });
    await holders.accounts.signUp({ email: JANE, password: PASSWORD, client });
    await holders.accounts.createAccount('operator@example.com');
    const token = await holders.sessions.signIn({ email: JANE, password: PASSWORD, client });
    await holders.sessions.signIn(wrong).catch(() => undefined);
    await holders.sessions.signIn({ ...wrong, email: 'nobody@example.com' }).catch(() => undefined);
    await holders.sessions.signIn({ ...wrong, email: 'operator@example.com' }).catch(() => undefined);
    const jane = { id: 1n, email: JANE, createdAt: holders.clock.now() };
    const change = { account: jane, newPassword: 'a brand new password', address: client.address };
    await holders.accounts.changePassword({ ...change, currentPassword: 'unspeakable wrong' }).catch(() => undefined);
    const { key, stored } = await holders.apiKeys.createApiKey({ email: JANE, address: client.address });
    await holders.apiKeys.revokeOwnApiKey({ accountId: 1n, prefix: stored.prefix, address: client.address });
    await holders.sessions.endOtherSessions(1n, token, client.address);
    await holders.sessions.signOut(token, client.address);
    await holders.accounts.changePassword({ ...change, currentPassword: PASSWORD });
    await holders.accounts.deleteOwnAccount({ ...change, currentPassword: change.newPassword });

    const ofJane = { accountId: 1n, address: '192.0.2.7' };
    expect(holders.events).toEqual([
      { event: 'sign_up', ...ofJane },
      { event: 'sign_up_failed', address: '192.0.2.7', reason: 'email_taken' },
      { event: 'sign_in', ...ofJane },
      { event: 'sign_in_failed', ...ofJane, reason: 'wrong_password' },
      { event: 'sign_in_failed', address: '192.0.2.7', reason: 'unknown_email' },
      { event: 'sign_in_failed', accountId: 2n, address: '192.0.2.7', reason: 'no_password' },
      { event: 'password_confirmation_failed', ...ofJane, reason: 'wrong_password' },
      { event: 'api_key_created', ...ofJane, keyPrefix: stored.prefix },
      { event: 'api_key_revoked', ...ofJane, keyPrefix: stored.prefix },
      { event: 'sessions_ended', ...ofJane },
      { event: 'sign_out', ...ofJane },
      { event: 'password_changed', ...ofJane },
      { event: 'account_deleted', ...ofJane },
    ]);
    const text = JSON.stringify(holders.events, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of [PASSWORD, 'unspeakable', 'brand new', '@', key, token]) expect(text).not.toContain(secret);
  });

  it('has every attempt that was refused or could not be carried out', async () => {
    const { address } = clientAt('192.0.2.7');
    await signUp();
    const recorded = holders.events.length;
    const account = await holders.accounts.findAccount(JANE);
    const deletion = { account, currentPassword: 'a wrong password', address };
    const confirm = () => holders.accounts.deleteOwnAccount(deletion).catch(() => undefined);
    const busy = jest
      .spyOn(holders.hasher, 'verify')
      .mockRejectedValue(new DomainError('unavailable', 'Too many passwords are being hashed.'));
    await signIn(JANE, PASSWORD, address).catch(() => undefined);
    await confirm();
    busy.mockRestore();
    await repeat(5, () => signIn(JANE, 'wrong', address).catch(() => undefined));
    await repeat(5, confirm);
    await signIn(JANE, 'wrong', address).catch(() => undefined);
    await confirm();
    const reasons = holders.events.slice(recorded).map(({ event, reason }) => `${event}: ${reason}`);
    expect(reasons).toEqual([
      'sign_in_failed: unavailable',
      'password_confirmation_failed: unavailable',
      ...Array<string>(5).fill('sign_in_failed: wrong_password'),
      ...Array<string>(5).fill('password_confirmation_failed: wrong_password'),
      'sign_in_failed: too_many_attempts',
      'password_confirmation_failed: too_many_attempts',
    ]);
  });
});

describe('A session', () => {
  let token: string;
  beforeEach(async () => {
    await signUp();
    token = await signIn();
  });

  const isAlive = async (): Promise<boolean> => (await holders.sessions.resumeSession(token)) !== undefined;

  const HALF_AN_HOUR = 30 * 60_000;

  it('ends after half an hour without a request', async () => {
    holders.clock.advance(HALF_AN_HOUR - 1);
    expect(await isAlive()).toBe(true);
    holders.clock.advance(HALF_AN_HOUR);
    expect(await isAlive()).toBe(false);
  });

  it('is prolonged by requests, but ends after twelve hours', async () => {
    for (let time = 0; time < 24 * HALF_AN_HOUR; time += HALF_AN_HOUR / 2) {
      expect(await isAlive()).toBe(true);
      holders.clock.advance(HALF_AN_HOUR / 2);
    }
    expect(await isAlive()).toBe(false);
  });

  it('ends if an operator sets another password, but not if that breaks a rule', async () => {
    await expect(holders.accounts.resetPassword(JANE, 'short')).rejects.toMatchObject({ code: 'invalid' });
    expect(await isAlive()).toBe(true);
    await holders.accounts.resetPassword(JANE, 'a brand new password');
    expect(await isAlive()).toBe(false);
  });

  it('is purged once it has expired, and not before', async () => {
    const hash = holders.ports.secrets.sha256(token);
    holders.clock.advance(SESSION_LIFE.idle);
    await holders.maintenance.purgeExpired(() => undefined);
    expect(await holders.ports.sessions.find(hash)).toBeDefined();
    holders.clock.advance(1);
    await holders.maintenance.purgeExpired(() => undefined);
    expect(await holders.ports.sessions.find(hash)).toBeUndefined();
  });
});
