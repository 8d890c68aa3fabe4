import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { DuplicateError, TransientError } from '../../../../src/adapters/outbound/support/errors.js';
import * as errors from '../../../../src/adapters/outbound/typeorm/errors.js';
import { classifyMysqlError } from '../../../../src/adapters/outbound/typeorm/mysql/errors.js';
import { sqliteDialect } from '../../../../src/adapters/outbound/typeorm/sqlite/dialect.js';
import { DomainError } from '../../../../src/domain/errors.js';

const driverError = (code: string, members = {}): Error =>
  Object.assign(new Error(`said by ${code}`), { code, ...members });

const { classify: classifySqliteError } = sqliteDialect({ path: 'never opened' });

/** With the codes of the engine that the error comes from. */
function translate(error: unknown): unknown {
  const isSqlite = errors.driverErrorOf(error).code.startsWith('SQLITE_');
  return errors.translate(error, isSqlite ? classifySqliteError : classifyMysqlError);
}

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
    'as %s means that a row exists already',
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
    ['ER_LOCK_DEADLOCK', { outcome: 'undone', endsConnection: false }],
    ['ER_LOCK_WAIT_TIMEOUT', { outcome: 'undone', endsConnection: false }],
    ['SQLITE_BUSY_SNAPSHOT', { outcome: 'undone', endsConnection: false }],
    ['ER_OPTION_PREVENTS_STATEMENT', { outcome: 'undone', endsConnection: true }],
    ['ER_READ_ONLY_MODE', { outcome: 'undone', endsConnection: true }],
    ['ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', { outcome: 'undone', endsConnection: true }],
    ['ER_TRANSACTION_ROLLBACK_DURING_COMMIT', { outcome: 'unknown', endsConnection: false }],
    ['ER_ERROR_DURING_COMMIT', { outcome: 'unknown', endsConnection: false }],
    ['ER_RUN_HOOK_ERROR', { outcome: 'unknown', endsConnection: true }],
    ['ER_SERVER_OFFLINE_MODE', { outcome: 'unknown', endsConnection: true }],
    ['ER_NET_READ_ERROR', { outcome: 'unknown', endsConnection: true }],
    ['PROTOCOL_CONNECTION_LOST', { outcome: 'unknown', endsConnection: true }],
    ['ECONNRESET', { outcome: 'unknown', endsConnection: true }],
  ])('as %s passes, with %j', (code, expected) => {
    const translated = translate(new QueryFailedError('COMMIT', [], driverError(code)));
    expect(translated).toBeInstanceOf(TransientError);
    expect(translated).toMatchObject({ code: 'unavailable', ...expected });
  });

  it('when a connection could not be made means that nothing of the call was done', () => {
    expect(errors.translateConnectError(driverError('ECONNREFUSED'), classifyMysqlError)).toMatchObject({
      outcome: 'undone',
    });
  });

  it.each(['ER_DUP_ENTRY', 'ER_ACCESS_DENIED_ERROR', 'SQLITE_FULL'])('as %s does not pass by itself', (code) => {
    expect(translate(driverError(code))).not.toBeInstanceOf(TransientError);
  });
});
