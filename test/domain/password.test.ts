import { describe, expect, it } from '@jest/globals';
import { ZxcvbnCommonPasswords } from '../../src/adapters/outbound/system/common-passwords.js';
import { checkPassword } from '../../src/domain/password.js';

const COMMON = { has: async (password: string) => ['correct horse battery staple', 'password'].includes(password) };
const EMAIL = 'jane.doe@example.com';

function faultOf(password: string, email = EMAIL, common = COMMON): Promise<string | undefined> {
  return checkPassword(password, email, common).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

describe('A password', () => {
  it.each([
    ['of 128 characters', 'quiet river '.repeat(11).slice(0, 128)],
    ['of 128 emoji', '🐈🐕🐎🐑🐄🐖🐐🦌🐇🐿🦔🦇🐁🐀🐢🐍'.repeat(8).slice(0, 256)],
    ['of digits that count neither up nor down', '314159265358'],
    ['with a sequence of nine characters, twice', 'horse-mat'.repeat(2)],
    ['with a repeated word after another character', `7${'horsemat'.repeat(2)}`],
    ['with a local part of up to three characters, which ordinary words have', 'small quiet river', 'all@example.com'],
  ])('%s is accepted', async (_, password, email = EMAIL) => {
    expect(await faultOf(password, email)).toBeUndefined();
  });

  it.each([
    ['of 11 emoji, which are 22 code units', '🐈'.repeat(11)],
    ['of 129 characters', 'quiet river '.repeat(11).slice(0, 129)],
    ['that is empty', ''],
  ])('%s is refused for its length', async (_, password) => {
    expect(await faultOf(password)).toMatch(/ 12 to 128 /);
  });

  it('with an unpaired surrogate is refused', async () => {
    expect(await faultOf('quiet river \ud83d')).toMatch(/unpaired surrogate/);
  });

  it.each([
    ['the email', 'my jane.doe@example.com', EMAIL],
    ['the local part', 'JANE.DOE likes rivers', EMAIL],
    ['a local part of four characters', 'jane likes rivers', 'jane@example.com'],
    ['the local part in full-width letters', 'ｊａｎｅ.doe likes rivers', EMAIL],
    ['an email whose local part is short', 'Al@Example.com rivers', 'al@example.com'],
  ])('that contains %s is refused', async (_, password, email) => {
    expect(await faultOf(password, email)).toMatch(/the email address/);
  });

  it.each(['x'.repeat(12), '🐈'.repeat(128), 'abcabcabcabca', 'Admin1admin1', 'abcdefghijkl', '987654321098'])(
    '%s is refused, since it repeats a short sequence or counts',
    async (password) => {
      expect(await faultOf(password)).toMatch(/repeat .*count/);
    },
  );

  it.each([
    'correct horse battery staple',
    'Correct Horse Battery STAPLE',
    'ｃorrect horse battery staple',
    'password2026!',
    '2026 Password',
  ])('%s is refused as common, in upper or lower case, with digits around it', async (password) => {
    const fault = await faultOf(password);
    expect(fault).toMatch(/too common/);
    expect(fault).not.toMatch(/horse|2026/i);
  });
});

it('The list of common passwords has at least 3,000 passwords, finds all of them, and leads to a refusal', async () => {
  const common = new ZxcvbnCommonPasswords();
  expect(await faultOf('motherfucker', EMAIL, common)).toMatch(/too common/);
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'];
  expect(passwords.length).toBeGreaterThan(3000);
  const found = await Promise.all(passwords.map((password) => common.has(password)));
  expect(passwords.filter((_, at) => !found[at])).toEqual([]);
  expect(await common.has('seven lamps of brass')).toBe(false);
});
