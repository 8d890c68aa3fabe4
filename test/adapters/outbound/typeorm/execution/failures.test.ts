import { expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import {
  mayRepeat,
  DatabaseUnavailable,
  translate,
  type Meaning,
} from '../../../../../src/adapters/outbound/typeorm/execution/failures.js';
import { DomainError } from '../../../../../src/domain/errors.js';

const driverError = (code: string, properties = {}): Error =>
  Object.assign(new Error(`said by ${code}`), { code, ...properties });

it.each<
  [code: string, meaning: Meaning, repeats: 'any work' | 'repeatable work' | 'no work', ends: string | undefined]
>([
  ['CODE', 'contended', 'any work', undefined],
  ['CODE', 'refused', 'any work', 'with others'],
  ['CODE', 'read-only', 'any work', 'with others'],
  ['CODE', 'lost', 'repeatable work', 'with others'],
  ['ECONNREFUSED', 'bug', 'repeatable work', 'with others'],
  ['ECONNRESET', 'bug', 'repeatable work', 'with others'],
  ['EPIPE', 'bug', 'repeatable work', 'with others'],
  ['ETIMEDOUT', 'bug', 'repeatable work', 'with others'],
  ['CODE', 'unavailable', 'no work', undefined],
  ['CODE', 'failing', 'no work', 'alone'],
  ['ENOTFOUND', 'bug', 'repeatable work', 'with others'],
])(
  'after an error of a driver such as %s, which means %s to the engine, %s is repeated; it ends the connection: %s',
  (code, meaning, repeats, ends) => {
    for (const error of [driverError(code), new QueryFailedError('COMMIT', [], driverError(code))]) {
      const translated = translate(error, { classify: () => meaning, causes: [] });
      expect(translated).toMatchObject({ code: 'unavailable', cause: { message: `${code}: said by ${code}` } });
      expect(mayRepeat(translated)).toBe(repeats === 'any work');
      expect(mayRepeat(translated, true)).toBe(repeats !== 'no work');
      expect(translated instanceof DatabaseUnavailable && translated.consequences.endsConnection).toBe(ends);
    }
  },
);

it('an error of a driver that only a bug explains is reported without the statement and its values', () => {
  const bug = driverError('CODE', { sql: 'secret' });
  const translated = translate(new QueryFailedError('INSERT secret', ['secret'], bug), {
    classify: () => 'bug',
    causes: [],
  });
  expect(translated).toBeInstanceOf(Error);
  expect(translated).not.toBeInstanceOf(DomainError);
  expect(JSON.stringify(translated, Object.getOwnPropertyNames(translated))).not.toContain('secret');
  expect(String(translated)).toContain('CODE');
});

it.each(['The key is too long', 'The key is too long.'])(
  'the remedy of a cause follows what the engine says, as a sentence of its own: %s',
  (said) => {
    const causes = [{ codes: /^CODE$/, remedy: 'Shorten it.' }];
    const error = Object.assign(new Error(said), { code: 'CODE' });
    const message = 'CODE: The key is too long. Shorten it.';
    expect(translate(error, { classify: () => 'failing', causes })).toMatchObject({ cause: { message } });
  },
);

it('only an error of a driver or of the system is translated', () => {
  const misused = driverError('ERR_INVALID_ARG_TYPE');
  for (const error of [new TypeError('ours'), misused, new DomainError('invalid', 'no'), 'text', undefined]) {
    expect(translate(error, { classify: () => 'failing', causes: [] })).toBe(error);
  }
});
