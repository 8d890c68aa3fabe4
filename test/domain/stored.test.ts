import { expect, it } from '@jest/globals';
import { restoreAccount } from '../../src/domain/account.js';
import { restoreApiKey } from '../../src/domain/api-key.js';
import { restoreSession } from '../../src/domain/session.js';

const AT = new Date('2026-11-21T08:09:10.123Z');
const ACCOUNT = { id: 1n, email: 'jane@example.com', createdAt: AT };
const KEY = { prefix: 'as_AAAAAAAA', hash: 'a'.repeat(64), accountId: 1n, name: 'x', createdAt: AT };
const SESSION = { hash: 'c'.repeat(64), accountId: 1n, createdAt: AT, lastSeenAt: AT };

it('an object from the store has the members that it was stored with', () => {
  expect(restoreAccount(ACCOUNT)).toEqual(ACCOUNT);
  expect(restoreApiKey({ ...KEY, revokedAt: AT })).toEqual({ ...KEY, revokedAt: AT });
  expect(restoreSession({ ...SESSION, address: '::1' })).toEqual({ ...SESSION, address: '::1' });
});

it.each([
  ['an id that is not positive', () => restoreAccount({ ...ACCOUNT, id: 0n })],
  ['an id above the greatest int64', () => restoreAccount({ ...ACCOUNT, id: 2n ** 63n })],
  ['an invalid instant', () => restoreApiKey({ ...KEY, expiresAt: new Date(NaN) })],
  ['a hash of another form', () => restoreSession({ ...SESSION, hash: 'C'.repeat(64) })],
])('%s is refused', (_, restore) => {
  expect(restore).toThrow(/^the store holds a damaged (account|API key|session)$/);
});
