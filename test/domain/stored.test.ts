import { expect, it } from '@jest/globals';
import { restore } from '../../src/domain/values.js';

const AT = new Date('2026-11-21T08:09:10.123Z');
const ACCOUNT = { id: 1n, email: 'jane@example.com', createdAt: AT };
const KEY = { prefix: 'as_AAAAAAAA', hash: 'a'.repeat(64), accountId: 1n, name: 'x', createdAt: AT };
const SESSION = { hash: 'c'.repeat(64), accountId: 1n, createdAt: AT, lastSeenAt: AT };

it('an object from the store has the members that it was stored with', () => {
  for (const row of [ACCOUNT, { ...KEY, revokedAt: AT }, { ...SESSION, address: '::1' }]) {
    expect(restore<object>('row', { ...row, other: undefined })).toStrictEqual(row);
  }
});

it.each([
  ['an id that is not positive', { ...ACCOUNT, id: 0n }],
  ['an id above the greatest int64', { ...ACCOUNT, id: 2n ** 63n }],
  ['an invalid instant', { ...KEY, expiresAt: new Date(NaN) }],
  ['a hash of another form', { ...SESSION, hash: 'C'.repeat(64) }],
])('%s is refused', (_, row) => {
  expect(() => restore<object>('row', row)).toThrow('the store holds a damaged row');
});
