import { describe, expect, it } from '@jest/globals';
import { ZxcvbnPasswordMeter } from '../../src/adapters/outbound/system/password-meter.js';
import { checkPassword } from '../../src/domain/password.js';

const EMAIL = 'jane.doe@example.com';
const meter = new ZxcvbnPasswordMeter();

function faultOf(password: string, email = EMAIL): Promise<string | undefined> {
  return checkPassword(password, email, meter).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

describe('A password', () => {
  it.each([
    ['of three words', 'small quiet river'],
    ['of 128 characters', 'quiet river '.repeat(11).slice(0, 128)],
    ['of 128 different emoji', '🐈🐕🐎🐑🐄🐖🐐🦌🐇🐿🦔🦇🐁🐀🐢🐍'.repeat(8)],
    ['with the local part of the email beside words', 'JANE.DOE likes rivers'],
  ])('%s is accepted', async (_, password) => {
    expect(await faultOf(password)).toBeUndefined();
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
    ['is the email', 'Jane.Doe@example.com', /similar to the email/],
    ['is the local part with a year, in full-width letters', 'ｊａｎｅ.doe.2026', /similar to the email/],
    ['repeats a character', '🐈'.repeat(128), /repeats/],
    ['repeats a short text', 'horse-mat'.repeat(2), /repeats/],
    ['counts', '987654321098', /sequence/],
    ['is a common password', 'motherfucker', /a common password/],
    ['is a common password with a year', 'Password2026!', /similar to a common password/],
    ['has digits in place of the letters of a common password', 'P@ssw0rd1234', /similar to a common password/],
    [
      'is strong only after its first 64 characters, as the work on it is bounded',
      `${'x'.repeat(64)}small quiet river`,
      /repeats/,
    ],
    ['consists of few parts that are common', 'Example12345', /too simple/],
  ])('that %s is refused, and the message does not repeat it', async (_, password, reason) => {
    const fault = await faultOf(password);
    expect(fault).toMatch(reason);
    expect(fault).not.toContain(password);
  });
});
