import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { ContentionError, DuplicateError } from '../../../../src/adapters/outbound/support/errors.js';
import { translate } from '../../../../src/adapters/outbound/typeorm/errors.js';
import { DomainError } from '../../../../src/domain/errors.js';

const driverError = (code: string, members = {}): Error =>
  Object.assign(new Error(`said by ${code}`), { code, ...members });

describe('what a driver says', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_SEQUENCE_TIMEOUT',
    'HANDSHAKE_SSL_ERROR',
    'ER_SERVER_SHUTDOWN',
    'ER_CON_COUNT_ERROR',
    'ER_TOO_MANY_USER_CONNECTIONS',
    'ER_LOCK_DEADLOCK',
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_OPTION_PREVENTS_STATEMENT',
    'ER_RECORD_FILE_FULL',
    'ER_NO_SUCH_TABLE',
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_CANTOPEN',
  ])('as %s means that the store is unavailable, whether or not a statement was under way', (code) => {
    for (const error of [driverError(code), new QueryFailedError('SELECT', [], driverError(code))]) {
      const translated = translate(error);
      expect(translated).toBeInstanceOf(DomainError);
      expect(translated).toMatchObject({ code: 'unavailable', cause: { message: `${code}: said by ${code}` } });
    }
  });

  it.each(['Queue limit reached.', 'Pool is closed.', "Can't add new command when connection is in closed state"])(
    'as %j means that the store is unavailable',
    (message) => expect(translate(new Error(message))).toMatchObject({ code: 'unavailable' }),
  );

  it('with the mark of a lost connection means that the store is unavailable', () => {
    expect(translate(driverError('SOMETHING_NEW', { fatal: true }))).toMatchObject({ code: 'unavailable' });
  });

  it.each(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])(
    'as %s means that a row is there already',
    (code) => expect(translate(new QueryFailedError('INSERT', [], driverError(code)))).toBeInstanceOf(DuplicateError),
  );

  it.each(['ER_CHECK_CONSTRAINT_VIOLATED', 'ER_PARSE_ERROR', 'SQLITE_ERROR', 'SQLITE_CONSTRAINT_CHECK'])(
    'as %s is a fault of ours, told without the statement and its values',
    (code) => {
      const translated = translate(
        new QueryFailedError('INSERT secret', ['secret'], driverError(code, { sql: 'secret' })),
      );
      expect(translated).toBeInstanceOf(Error);
      expect(translated).not.toBeInstanceOf(DomainError);
      expect(JSON.stringify(translated, Object.getOwnPropertyNames(translated))).not.toContain('secret');
      expect(String(translated)).toContain(code);
    },
  );

  it('and what is no driver’s stays as it is', () => {
    for (const error of [new TypeError('ours'), new DomainError('invalid', 'no'), 'text', undefined]) {
      expect(translate(error)).toBe(error);
    }
  });

  it.each([
    ['ER_LOCK_DEADLOCK', true],
    ['ER_LOCK_WAIT_TIMEOUT', true],
    ['SQLITE_BUSY_SNAPSHOT', true],
    ['ER_DUP_ENTRY', false],
    ['PROTOCOL_CONNECTION_LOST', false],
  ])('as %s is worth another attempt: %s', (code, worth) => {
    const translated = translate(new QueryFailedError('UPDATE', [], driverError(code)));
    expect(translated instanceof ContentionError).toBe(worth);
  });
});
