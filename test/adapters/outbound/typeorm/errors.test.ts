import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { DuplicateError, TransientError } from '../../../../src/adapters/outbound/support/errors.js';
import { translate, translateConnectError, type Fault } from '../../../../src/adapters/outbound/typeorm/errors.js';
import { DomainError } from '../../../../src/domain/errors.js';

const driverError = (code: string, members = {}): Error =>
  Object.assign(new Error(`said by ${code}`), { code, ...members });

/** The meaning of an error code to the engine. */
type Meaning = Fault | 'nothing';

const faultOf = (meaning: Meaning): Fault | undefined => (meaning === 'nothing' ? undefined : meaning);

describe('an error of a driver', () => {
  it('reaches the engine as it was thrown', () => {
    const thrown = driverError('23505', { constraint: 'pets_pkey' });
    for (const error of [thrown, new QueryFailedError('COMMIT', [], thrown)]) {
      expect(
        translate(error, { classify: (given) => (given.thrown === thrown ? 'duplicate' : undefined) }),
      ).toBeInstanceOf(DuplicateError);
    }
  });

  it.each<[code: string, meaning: Meaning, expected: object]>([
    ['CODE', 'contended', { outcome: 'undone', endsConnection: false }],
    ['CODE', 'refused', { outcome: 'undone', endsConnection: true }],
    ['CODE', 'rolled back', { outcome: 'unknown', endsConnection: false }],
    ['CODE', 'lost', { outcome: 'unknown', endsConnection: true }],
    ['ECONNREFUSED', 'nothing', { outcome: 'unknown', endsConnection: true }],
    ['ECONNRESET', 'nothing', { outcome: 'unknown', endsConnection: true }],
    ['EPIPE', 'nothing', { outcome: 'unknown', endsConnection: true }],
    ['ETIMEDOUT', 'nothing', { outcome: 'unknown', endsConnection: true }],
  ])(
    'such as %s, which means %s to the engine, is transient, whether or not a statement was under way',
    (code, meaning, expected) => {
      for (const error of [driverError(code), new QueryFailedError('COMMIT', [], driverError(code))]) {
        const translated = translate(error, { classify: () => faultOf(meaning) });
        expect(translated).toBeInstanceOf(TransientError);
        expect(translated).toMatchObject({ code: 'unavailable', cause: { message: `${code}: said by ${code}` } });
        expect(translated).toMatchObject(expected);
      }
    },
  );

  it.each<[code: string, meaning: Meaning]>([
    ['CODE', 'unavailable'],
    ['CODE', 'unusable'],
    ['ENOTFOUND', 'nothing'],
  ])('such as %s, which means %s to the engine, is not transient', (code, meaning) => {
    const translated = translate(driverError(code), { classify: () => faultOf(meaning) });
    expect(translated).toBeInstanceOf(DomainError);
    expect(translated).not.toBeInstanceOf(TransientError);
    expect(translated).toMatchObject({ code: 'unavailable', cause: { message: `${code}: said by ${code}` } });
  });

  it('that is a duplicate means that a row exists already', () => {
    expect(translate(driverError('CODE'), { classify: () => 'duplicate' })).toBeInstanceOf(DuplicateError);
  });

  it('that no engine knows is a bug, reported without the statement and its values', () => {
    const unknown = driverError('CODE', { sql: 'secret' });
    const translated = translate(new QueryFailedError('INSERT secret', ['secret'], unknown), {
      classify: () => undefined,
    });
    expect(translated).toBeInstanceOf(Error);
    expect(translated).not.toBeInstanceOf(DomainError);
    expect(JSON.stringify(translated, Object.getOwnPropertyNames(translated))).not.toContain('secret');
    expect(String(translated)).toContain('CODE');
  });

  it('is the only kind of error that is translated', () => {
    for (const error of [new TypeError('ours'), new DomainError('invalid', 'no'), 'text', undefined]) {
      expect(translate(error, { classify: () => undefined })).toBe(error);
    }
  });

  it('that prevents a connection means that the call had no effect', () => {
    expect(translateConnectError(driverError('ECONNREFUSED'), { classify: () => undefined })).toMatchObject({
      outcome: 'undone',
    });
  });
});
