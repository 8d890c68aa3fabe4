import { expect, it } from '@jest/globals';
import { restoreAccount } from '../../src/domain/account.js';
import { restoreApiKey, type StoredApiKey } from '../../src/domain/api-key.js';
import { restoreSession, type StoredSession } from '../../src/domain/session.js';

const AT = new Date('2026-11-21T08:09:10.123Z');
const ACCOUNT = { id: 1n, email: 'jane@example.com', createdAt: AT };
const KEY: StoredApiKey = {
  prefix: 'as_AAAAAAAA',
  hash: 'a'.repeat(64),
  accountId: 1n,
  name: 'x',
  createdAt: AT,
  expiresAt: new Date(1),
  lastUsedAt: new Date(2),
  revokedAt: new Date(3),
};
const SESSION: StoredSession = {
  hash: 'c'.repeat(64),
  accountId: 1n,
  createdAt: AT,
  lastSeenAt: AT,
  address: '::1',
  browser: '',
};

it('an object from the store has every member that it was stored with, and no other', () => {
  expect(restoreAccount({ ...ACCOUNT, ...{ passwordHash: 'secret' } })).toStrictEqual(ACCOUNT);
  expect(restoreApiKey(KEY)).toStrictEqual(KEY);
  expect(restoreSession(SESSION)).toStrictEqual(SESSION);
});

it('an object from the store has no member for a value that it was stored without', () => {
  const { prefix, hash, accountId, name, createdAt } = KEY;
  const key = { prefix, hash, accountId, name, createdAt };
  expect(restoreApiKey({ ...key, expiresAt: undefined, lastUsedAt: undefined, revokedAt: undefined })).toStrictEqual(
    key,
  );
  const session = { hash: SESSION.hash, accountId, createdAt, lastSeenAt: AT };
  expect(restoreSession({ ...session, address: undefined, browser: undefined })).toStrictEqual(session);
});

const NEVER = new Date(NaN);

it.each<[string, () => unknown]>([
  ['an account whose id is not positive', () => restoreAccount({ ...ACCOUNT, id: 0n })],
  ['an account whose id is above the greatest int64', () => restoreAccount({ ...ACCOUNT, id: 2n ** 63n })],
  ['an account without a valid creation time', () => restoreAccount({ ...ACCOUNT, createdAt: NEVER })],
  ['a key without an account', () => restoreApiKey({ ...KEY, accountId: 0n })],
  ['a key with a hash of another form', () => restoreApiKey({ ...KEY, hash: 'A'.repeat(64) })],
  ['a key without a valid creation time', () => restoreApiKey({ ...KEY, createdAt: NEVER })],
  ['a key with an invalid expiry', () => restoreApiKey({ ...KEY, expiresAt: NEVER })],
  ['a key with an invalid time of its last use', () => restoreApiKey({ ...KEY, lastUsedAt: NEVER })],
  ['a key with an invalid time of its revocation', () => restoreApiKey({ ...KEY, revokedAt: NEVER })],
  ['a session without an account', () => restoreSession({ ...SESSION, accountId: -1n })],
  ['a session with a hash that is too short', () => restoreSession({ ...SESSION, hash: 'c'.repeat(63) })],
  ['a session without a valid creation time', () => restoreSession({ ...SESSION, createdAt: NEVER })],
  ['a session without a valid time of its last use', () => restoreSession({ ...SESSION, lastSeenAt: NEVER })],
])('%s is refused', (_, work) => {
  expect(work).toThrow(/^the store holds a damaged (account|API key|session)$/);
});
