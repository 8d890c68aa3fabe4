import { expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import {
  DatabaseUnavailable,
  mayRepeat,
  translate,
  type ErrorKind,
  type Meaning,
} from '../../../../../src/adapters/outbound/typeorm/execution/failures.js';
import { DomainError } from '../../../../../src/domain/errors.js';

const driverError = (code: string, properties = {}): Error =>
  Object.assign(new Error(`said by ${code}`), { code, ...properties });

/** What the application gets for an error of an engine whose table says this of the code CODE. */
const translated = (error: unknown, kind: Omit<ErrorKind, 'codes'> = { means: 'failing' }) =>
  translate(error, { kinds: [{ codes: ['CODE'], ...kind }] });

it.each<[meaning: Meaning, repeats: 'any work' | 'repeatable work' | 'no work', ends: string | undefined]>([
  ['contended', 'any work', undefined],
  ['refused', 'any work', 'with others'],
  ['read-only', 'any work', 'with others'],
  ['lost', 'repeatable work', 'with others'],
  ['late', 'no work', undefined],
  ['failing', 'no work', 'alone'],
])('after an error of a driver that means %s, %s is repeated; it ends the connection: %s', (means, repeats, ends) => {
  for (const error of [driverError('CODE'), new QueryFailedError('COMMIT', [], driverError('CODE'))]) {
    const failure = translated(error, { means });
    expect(failure).toMatchObject({ code: 'unavailable', cause: { message: 'CODE: said by CODE' } });
    expect(mayRepeat(failure)).toBe(repeats === 'any work');
    expect(mayRepeat(failure, true)).toBe(repeats !== 'no work');
    expect(failure instanceof DatabaseUnavailable && failure.effects.endsConnection).toBe(ends);
  }
});

it('an unknown error is a fault, or means lost if it ended the connection', () => {
  expect(translated(driverError('NEW'))).toMatchObject({ meaning: 'failing' });
  expect(translated(driverError('NEW', { fatal: true }))).toMatchObject({ meaning: 'lost' });
  expect(translated(driverError('CODE', { fatal: true }))).toMatchObject({ meaning: 'failing' });
});

it('an error of a driver that only a bug explains is reported without the statement and its values', () => {
  const bug = driverError('CODE', { sql: 'secret' });
  const error = translated(new QueryFailedError('INSERT secret', ['secret'], bug), { means: 'bug' });
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(DomainError);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret');
  expect(String(error)).toContain('CODE');
});

it.each(['The key is too long', 'The key is too long.'])(
  'the remedy follows what the engine says, as a sentence of its own: %s',
  (said) => {
    const error = Object.assign(new Error(said), { code: 'CODE' });
    const message = 'CODE: The key is too long. Shorten it.';
    expect(translated(error, { means: 'failing', remedy: 'Shorten it.' })).toMatchObject({ cause: { message } });
  },
);

it('only an error of a driver or of the system is translated', () => {
  const misused = driverError('ERR_INVALID_ARG_TYPE');
  for (const error of [new TypeError('ours'), misused, new DomainError('invalid', 'no'), 'text', undefined]) {
    expect(translated(error)).toBe(error);
  }
});
