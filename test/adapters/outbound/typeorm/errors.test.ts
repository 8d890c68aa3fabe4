import { expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import {
  mayRepeat,
  StoreUnavailable,
  translate,
  type Fault,
} from '../../../../src/adapters/outbound/typeorm/errors.js';
import { DomainError } from '../../../../src/domain/errors.js';

const driverError = (code: string, members = {}): Error =>
  Object.assign(new Error(`said by ${code}`), { code, ...members });

it.each<[code: string, fault: Fault | undefined, repeats: 'any work' | 'repeatable work' | 'no work', ends: boolean]>([
  ['CODE', 'contended', 'any work', false],
  ['CODE', 'refused', 'any work', true],
  ['CODE', 'read-only', 'any work', true],
  ['CODE', 'rolled back', 'repeatable work', false],
  ['CODE', 'lost', 'repeatable work', true],
  ['ECONNREFUSED', undefined, 'repeatable work', true],
  ['ECONNRESET', undefined, 'repeatable work', true],
  ['EPIPE', undefined, 'repeatable work', true],
  ['ETIMEDOUT', undefined, 'repeatable work', true],
  ['CODE', 'unavailable', 'no work', false],
  ['CODE', 'unusable', 'no work', false],
  ['ENOTFOUND', undefined, 'repeatable work', true],
])(
  'after an error of a driver such as %s, which means %s to the engine, %s is repeated; it ends the connection: %s',
  (code, fault, repeats, ends) => {
    for (const error of [driverError(code), new QueryFailedError('COMMIT', [], driverError(code))]) {
      const translated = translate(error, { classify: () => fault });
      expect(translated).toMatchObject({ code: 'unavailable', cause: { message: `${code}: said by ${code}` } });
      expect(mayRepeat(translated)).toBe(repeats === 'any work');
      expect(mayRepeat(translated, true)).toBe(repeats !== 'no work');
      expect(translated instanceof StoreUnavailable && translated.meaning.endsConnection === true).toBe(ends);
    }
  },
);

it('an error of a driver that no engine knows is a bug, reported without the statement and its values', () => {
  const unknown = driverError('CODE', { sql: 'secret' });
  const translated = translate(new QueryFailedError('INSERT secret', ['secret'], unknown), {
    classify: () => undefined,
  });
  expect(translated).toBeInstanceOf(Error);
  expect(translated).not.toBeInstanceOf(DomainError);
  expect(JSON.stringify(translated, Object.getOwnPropertyNames(translated))).not.toContain('secret');
  expect(String(translated)).toContain('CODE');
});

it('an error of a driver is the only kind of error that is translated', () => {
  for (const error of [new TypeError('ours'), new DomainError('invalid', 'no'), 'text', undefined]) {
    expect(translate(error, { classify: () => undefined })).toBe(error);
  }
});
