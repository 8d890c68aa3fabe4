import { expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import {
  mayRepeat,
  DatabaseUnavailable,
  translate,
  type Meaning,
} from '../../../../src/adapters/outbound/typeorm/errors.js';
import { DomainError } from '../../../../src/domain/errors.js';

const driverError = (code: string, members = {}): Error =>
  Object.assign(new Error(`said by ${code}`), { code, ...members });

it.each<[code: string, meaning: Meaning, repeats: 'any work' | 'repeatable work' | 'no work', ends: boolean]>([
  ['CODE', 'contended', 'any work', false],
  ['CODE', 'refused', 'any work', true],
  ['CODE', 'read-only', 'any work', true],
  ['CODE', 'rolled back', 'repeatable work', false],
  ['CODE', 'lost', 'repeatable work', true],
  ['ECONNREFUSED', 'bug', 'repeatable work', true],
  ['ECONNRESET', 'bug', 'repeatable work', true],
  ['EPIPE', 'bug', 'repeatable work', true],
  ['ETIMEDOUT', 'bug', 'repeatable work', true],
  ['CODE', 'unavailable', 'no work', false],
  ['CODE', 'failing', 'no work', false],
  ['CODE', 'unusable', 'no work', false],
  ['ENOTFOUND', 'bug', 'repeatable work', true],
])(
  'after an error of a driver such as %s, which means %s to the engine, %s is repeated; it ends the connection: %s',
  (code, meaning, repeats, ends) => {
    for (const error of [driverError(code), new QueryFailedError('COMMIT', [], driverError(code))]) {
      const translated = translate(error, { classify: () => meaning });
      expect(translated).toMatchObject({ code: 'unavailable', cause: { message: `${code}: said by ${code}` } });
      expect(mayRepeat(translated)).toBe(repeats === 'any work');
      expect(mayRepeat(translated, true)).toBe(repeats !== 'no work');
      expect(translated instanceof DatabaseUnavailable && translated.consequences.endsConnection === true).toBe(ends);
    }
  },
);

it('an error of a driver that only a bug explains is reported without the statement and its values', () => {
  const bug = driverError('CODE', { sql: 'secret' });
  const translated = translate(new QueryFailedError('INSERT secret', ['secret'], bug), { classify: () => 'bug' });
  expect(translated).toBeInstanceOf(Error);
  expect(translated).not.toBeInstanceOf(DomainError);
  expect(JSON.stringify(translated, Object.getOwnPropertyNames(translated))).not.toContain('secret');
  expect(String(translated)).toContain('CODE');
});

it('only an error of a driver or of the system is translated', () => {
  const misused = driverError('ERR_INVALID_ARG_TYPE');
  for (const error of [new TypeError('ours'), misused, new DomainError('invalid', 'no'), 'text', undefined]) {
    expect(translate(error, { classify: () => 'failing' })).toBe(error);
  }
});
