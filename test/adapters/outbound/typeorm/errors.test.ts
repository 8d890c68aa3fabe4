import { expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { translate, translateConnectError, type Fault } from '../../../../src/adapters/outbound/typeorm/errors.js';
import { DomainError } from '../../../../src/domain/errors.js';

const driverError = (code: string, members = {}): Error =>
  Object.assign(new Error(`said by ${code}`), { code, ...members });

const UNKNOWN = { outcome: 'unknown', endsConnection: true };

it.each<[code: string, fault: Fault | undefined, expected: object]>([
  ['CODE', 'contended', { outcome: 'undone', endsConnection: false }],
  ['CODE', 'refused', { outcome: 'undone', endsConnection: true }],
  ['CODE', 'read-only', { outcome: 'undone', endsConnection: true }],
  ['CODE', 'rolled back', { outcome: 'unknown', endsConnection: false }],
  ['CODE', 'lost', UNKNOWN],
  ['ECONNREFUSED', undefined, UNKNOWN],
  ['ECONNRESET', undefined, UNKNOWN],
  ['EPIPE', undefined, UNKNOWN],
  ['ETIMEDOUT', undefined, UNKNOWN],
  ['CODE', 'unavailable', { outcome: undefined }],
  ['CODE', 'unusable', { outcome: undefined }],
  ['ENOTFOUND', undefined, { outcome: undefined }],
])(
  'an error of a driver such as %s, which means %s to the engine, says what an attempt may have done',
  (code, fault, expected) => {
    for (const error of [driverError(code), new QueryFailedError('COMMIT', [], driverError(code))]) {
      const translated = translate(error, { classify: () => fault });
      expect(translated).toMatchObject({ code: 'unavailable', cause: { message: `${code}: said by ${code}` } });
      expect({ outcome: undefined, ...(translated as object) }).toMatchObject(expected);
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

it('an error of a driver that prevents a connection means that the call had no effect', () => {
  expect(translateConnectError(driverError('ECONNREFUSED'), { classify: () => undefined })).toMatchObject({
    outcome: 'undone',
  });
});
