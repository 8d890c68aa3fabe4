import { expect, it } from '@jest/globals';
import { Argon2PasswordHasher } from '../../../../src/adapters/outbound/system/password-hasher.js';

const hasher = new Argon2PasswordHasher();
const PASSWORD = 'a quiet river bend';

it('hashes with argon2id, the parameters that OWASP recommends, and a new salt each time', async () => {
  const [one, other] = await Promise.all([hasher.hash(PASSWORD), hasher.hash(PASSWORD)]);
  for (const hash of [one, other]) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await hasher.verify(hash, PASSWORD)).toBe(true);
  }
  expect(one).not.toBe(other);
});

it.each([PASSWORD.toUpperCase(), ` ${PASSWORD}`, `${PASSWORD} `, `${PASSWORD}\u0000`, PASSWORD.slice(0, -1), ''])(
  'does not accept %j for the password',
  async (wrong) => {
    expect(await hasher.verify(await hasher.hash(PASSWORD), wrong)).toBe(false);
  },
);

it('accepts no password without a hash', async () => {
  for (const password of [PASSWORD, '']) expect(await hasher.verify(undefined, password)).toBe(false);
});

// The CPU time of the process decides this test, because it does not grow while the process waits for a processor. Both
// checks are measured in turn, and what would show which emails have accounts is another cost of each check.
it('does the same work for a wrong password, whatever hash is stored, and when there is no hash', async () => {
  const hash = await hasher.hash(PASSWORD);
  const costs = { wrong: 0, missing: 0 };
  for (let round = 0; round < 8; round++) {
    for (const [check, stored] of [
      ['wrong', hash],
      ['missing', undefined],
    ] as const) {
      const before = process.cpuUsage();
      await hasher.verify(stored, 'another password');
      costs[check] += process.cpuUsage(before).user;
    }
  }
  expect(costs.missing / costs.wrong).toBeGreaterThan(0.5);
  expect(costs.missing / costs.wrong).toBeLessThan(2);
});

it('accepts the same password in another Unicode normalization form', async () => {
  const hash = await hasher.hash('Zo\u00eb likes \ufb01sh a lot');
  expect(await hasher.verify(hash, 'Zoe\u0308 likes fish a lot')).toBe(true);
});
