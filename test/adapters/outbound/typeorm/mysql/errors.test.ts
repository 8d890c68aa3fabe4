import { expect, it } from '@jest/globals';
import { classify, describe } from '../../../../../src/adapters/outbound/typeorm/mysql/errors.js';

const meaningOf = (code: string, message = '', fatal = false) => classify({ code, message, fatal });

it.each([
  ['ER_DUP_ENTRY', 'duplicate'],
  ['ER_LOCK_DEADLOCK', 'contended'],
  ['ER_LOCK_WAIT_TIMEOUT', 'contended'],
  ['ER_GR_HOLD_WAIT_TIMEOUT', 'contended'],
  ['ER_GR_HOLD_MEMBER_STATUS_ERROR', 'refused'],
  ['ER_UNKNOWN_COM_ERROR', 'refused'],
  ['ER_OPTION_PREVENTS_STATEMENT', 'read-only'],
  ['ER_READ_ONLY_MODE', 'read-only'],
  ['ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 'read-only'],
  ['ER_TRANSACTION_ROLLBACK_DURING_COMMIT', 'rolled back'],
  ['ER_ERROR_DURING_COMMIT', 'rolled back'],
  ['ER_RUN_HOOK_ERROR', 'lost'],
  ['ER_SERVER_OFFLINE_MODE', 'lost'],
  ['ER_SERVER_SHUTDOWN', 'lost'],
  ['ER_NET_READ_ERROR', 'lost'],
  ['PROTOCOL_CONNECTION_LOST', 'lost'],
  ['PROTOCOL_SEQUENCE_TIMEOUT', 'unavailable'],
  ['HANDSHAKE_SSL_ERROR', 'unavailable'],
  ['ER_CON_COUNT_ERROR', 'busy'],
  ['ER_TOO_MANY_USER_CONNECTIONS', 'busy'],
  ['ER_RECORD_FILE_FULL', 'no room'],
  ['ER_NO_SUCH_TABLE', 'failing'],
  ['ER_NOT_KNOWN_HERE', 'failing'],
  ['ER_INNODB_FORCED_RECOVERY', 'setting'],
  ['ER_OPEN_AS_READONLY', 'setting'],
  ['ER_CANT_LOCK', 'setting'],
  ['ER_NET_PACKET_TOO_LARGE', 'too large'],
  ['ER_TABLE_CORRUPT', 'damaged'],
  ['ER_UNKNOWN_STMT_HANDLER', 'refused'],
  ['ER_BAD_DB_ERROR', 'unusable'],
  ['ER_ACCESS_DENIED_ERROR', 'unusable'],
  ['ER_CHECK_CONSTRAINT_VIOLATED', 'bug'],
  ['ER_PARSE_ERROR', 'bug'],
])('the error code %s means %s', (code, meaning) => {
  expect(meaningOf(code)).toBe(meaning);
});

it.each([
  ['Pool is closed.', 'unavailable'],
  ["Can't add new command when connection is in closed state", 'refused'],
])('the message %j of mysql2, which has no code, means %s', (message, meaning) => {
  expect(meaningOf('', message)).toBe(meaning);
});

it('an unknown error code on a lost connection means lost, and has no remedy', () => {
  expect(meaningOf('SOMETHING_NEW', '', true)).toBe('lost');
  expect(describe({ code: 'ER_UNKNOWN_COM_ERROR', message: 'text', fatal: true }).message).toBe('text');
});
