import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '../../src/domain/errors.js';
import { SESSION_LIFE } from '../../src/domain/session.js';
import { newAccountHolders } from '../support/application.js';
import { clientAt } from '../support/client-at.js';

const JANE = 'jane@example.com';
const PASSWORD = 'a quiet river bend';
const client = clientAt('198.51.100.1');

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
beforeEach(async () => {
  holders = await newAccountHolders();
});

const FAILURES: [string, Error][] = [
  ['that is unavailable', new DomainError('unavailable', 'The store is away.')],
  ['that fails', new Error('The store refused a statement.')],
];

describe.each(FAILURES)('A store %s', (_, failure) => {
  it('fails a sign-up, which works when repeated', async () => {
    jest.spyOn(holders.accounts, 'add').mockRejectedValueOnce(failure);
    await expect(holders.signUp.execute({ email: JANE, password: PASSWORD, client })).rejects.toBe(failure);
    expect(await holders.accounts.list()).toEqual([]);
    await holders.signUp.execute({ email: JANE, password: PASSWORD, client });
    expect(await holders.signIn.execute({ email: JANE, password: PASSWORD, client })).toEqual(expect.any(String));
  });

  it.each(['list', 'add'] as const)(
    'fails the first start in %s, and the next start creates the owner',
    async (call) => {
      jest.spyOn(holders.accounts, call).mockRejectedValueOnce(failure);
      await expect(holders.createOwner.execute()).rejects.toBe(failure);
      expect(await holders.accounts.list()).toEqual([]);
      expect(await holders.createOwner.execute()).toMatch(/^as_/);
    },
  );
});

describe('Deleting what has expired', () => {
  it('reports what could not be deleted, and deletes the rest', async () => {
    const { clock, secrets, sessions, signIn, signUp, throttle, purgeExpired } = holders;
    await signUp.execute({ email: JANE, password: PASSWORD, client });
    const token = await signIn.execute({ email: JANE, password: PASSWORD, client });
    clock.advance(SESSION_LIFE.absolute + 1);
    const failure = new Error('out of order');
    jest.spyOn(throttle, 'purgeExpired').mockRejectedValueOnce(failure);
    const errors: unknown[] = [];
    await purgeExpired.execute((...error) => errors.push(error));
    expect(errors).toEqual([['attempts', failure]]);
    expect(await sessions.find(secrets.sha256(token))).toBeUndefined();
  });
});
