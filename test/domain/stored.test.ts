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

const NEVER = new Date(NaN);

it.each<[string, () => unknown]>([
  ['an account whose id is above the greatest int64', () => restoreAccount({ ...ACCOUNT, id: 2n ** 63n })],
  ['a key with a hash of another form', () => restoreApiKey({ ...KEY, hash: 'A'.repeat(64) })],
  ['a key with an invalid expiry', () => restoreApiKey({ ...KEY, expiresAt: NEVER })],
  ['a session without an account', () => restoreSession({ ...SESSION, accountId: -1n })],
  ['a session without a valid time of its last use', () => restoreSession({ ...SESSION, lastSeenAt: NEVER })],
])('%s is refused', (_, work) => {
  expect(work).toThrow(/^the store holds a damaged (account|API key|session)$/);
});
