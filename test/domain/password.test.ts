import { describe, expect, it } from '@jest/globals';
import { COMMON_PASSWORDS } from '../../src/application/accounts/common-passwords.js';
import { checkPassword, PASSWORD_LENGTH } from '../../src/domain/password.js';

const COMMON = new Set(['correct horse battery staple']);

function faultOf(password: string, common: ReadonlySet<string> = COMMON): string | undefined {
  try {
    checkPassword(password, common);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

describe('A password', () => {
  it.each([
    ['of 12 characters', 'x'.repeat(12)],
    ['of 128 characters', 'x'.repeat(128)],
    ['of 128 emoji', '🐈'.repeat(128)],
    ['with spaces around it', ' quiet river '],
    ['of any characters', 'tab\there, nul\u0000'],
  ])('%s is taken', (_, password) => {
    expect(faultOf(password)).toBeUndefined();
  });

  it.each([
    ['of 11 characters', 'x'.repeat(11)],
    ['of 11 emoji, which are 22 code units', '🐈'.repeat(11)],
    ['of 129 characters', 'x'.repeat(129)],
    ['that is empty', ''],
  ])('%s is refused for its length', (_, password) => {
    expect(faultOf(password)).toMatch(/ password must be 12 to 128 characters long\.$/);
  });

  it('with half of a surrogate pair is refused', () => {
    expect(faultOf('quiet river \ud83d')).toMatch(/unpaired surrogate/);
  });

  it('that everybody has is refused, in any case, and is not repeated', () => {
    for (const password of [
      'correct horse battery staple',
      'Correct Horse Battery STAPLE',
      'ｃorrect horse battery staple',
    ]) {
      expect(faultOf(password)).toMatch(/commonest/);
      expect(faultOf(password)).not.toMatch(/horse/i);
    }
  });
});

it('Every password of the list of the commonest would pass otherwise, and is in lower case', () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(40);
  for (const password of COMMON_PASSWORDS) {
    expect(password).toBe(password.toLowerCase());
    expect(Array.from(password).length).toBeGreaterThanOrEqual(PASSWORD_LENGTH.min);
    expect(faultOf(password, new Set())).toBeUndefined();
    expect(faultOf(password, COMMON_PASSWORDS)).toMatch(/commonest/);
  }
});
