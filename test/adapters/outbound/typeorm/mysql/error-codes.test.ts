import { expect, it } from '@jest/globals';
import { causes, classify } from '../../../../../src/adapters/outbound/typeorm/mysql/error-codes.js';
import { translate, WORDS } from '../../../../../src/adapters/outbound/typeorm/execution/failures.js';

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
  ['ER_TRANSACTION_ROLLBACK_DURING_COMMIT', 'lost'],
  ['ER_ERROR_DURING_COMMIT', 'lost'],
  ['ER_RUN_HOOK_ERROR', 'lost'],
  ['ER_SERVER_OFFLINE_MODE', 'lost'],
  ['ER_SERVER_SHUTDOWN', 'lost'],
  ['ER_NET_READ_ERROR', 'lost'],
  ['PROTOCOL_CONNECTION_LOST', 'lost'],
  ['PROTOCOL_SEQUENCE_TIMEOUT', 'unavailable'],
  ['HANDSHAKE_SSL_ERROR', 'unavailable'],
  ['ER_CON_COUNT_ERROR', 'unavailable'],
  ['ER_TOO_MANY_USER_CONNECTIONS', 'unavailable'],
  ['ER_RECORD_FILE_FULL', 'failing'],
  ['ER_NO_SUCH_TABLE', 'failing'],
  ['ER_NOT_KNOWN_HERE', 'failing'],
  ['ER_INNODB_FORCED_RECOVERY', 'failing'],
  ['ER_NET_PACKET_TOO_LARGE', 'failing'],
  ['ER_TABLE_CORRUPT', 'failing'],
  ['ER_UNKNOWN_STMT_HANDLER', 'refused'],
  ['ER_BAD_DB_ERROR', 'failing'],
  ['ER_ACCESS_DENIED_ERROR', 'failing'],
  ['ER_CHECK_CONSTRAINT_VIOLATED', 'failing'],
  ['ER_PARSE_ERROR', 'bug'],
])('the error code %s means %s', (code, meaning) => {
  expect(meaningOf(code)).toBe(meaning);
});

it.each([
  ['ER_RECORD_FILE_FULL', 'noRoom'],
  ['ER_TABLEACCESS_DENIED_ERROR', 'noRight'],
  ['ER_ACCESS_DENIED_ERROR', 'unusable'],
  ['ER_CANT_LOCK', 'setting'],
  ['ER_INDEX_COLUMN_TOO_LONG', 'setting'],
  ['ER_SECURE_TRANSPORT_REQUIRED', 'unusable'],
  ['ER_NET_PACKET_TOO_LARGE', 'tooLarge'],
  ['ER_INDEX_CORRUPT', 'damaged'],
  ['ER_CON_COUNT_ERROR', 'busy'],
  ['ER_QUERY_TIMEOUT', 'late'],
] as const)('clients read what %s means, which is %s', (code, words) => {
  const translated = translate(Object.assign(new Error('said'), { code }), { classify, causes });
  expect(translated).toMatchObject({ message: WORDS[words] });
});

it.each([
  ['ER_ACCESS_DENIED_ERROR', /the user, the password .* ssl-mode in DATABASE_URL/],
  ['ER_BAD_DB_ERROR', /Create the database/],
  ['ER_DBACCESS_DENIED_ERROR', /GRANT the user/],
  ['ER_ACCOUNT_HAS_BEEN_LOCKED', /ALTER USER/],
  ['ER_BULK_PARSER_INCOMPLETE_ESCAPE_SEQUENCE', /ALTER USER/],
  ['ECONNREFUSED', /the server runs/],
  ['ER_NET_PACKET_TOO_LARGE', /Raise max_allowed_packet/],
  ['ER_INDEX_COLUMN_TOO_LONG', /SET GLOBAL innodb_default_row_format = DYNAMIC/],
  ['ENOTFOUND', /host .* in DATABASE_URL/],
])('operators read what to do about %s', (code, remedy) => {
  const translated = translate(Object.assign(new Error('said'), { code }), { classify, causes });
  expect(translated).toMatchObject({ cause: { message: expect.stringMatching(remedy) } });
});

it.each([
  ['Pool is closed.', 'unavailable'],
  ["Can't add new command when connection is in closed state", 'refused'],
])('the message %j of mysql2, which has no code, means %s', (message, meaning) => {
  expect(meaningOf('', message)).toBe(meaning);
});

it('the end of a connection that the server refused is not taken for a loss', () => {
  expect(meaningOf('ER_ACCESS_DENIED_ERROR', '', true)).toBe('failing');
});

it('an unknown error code on a lost connection means lost', () => {
  expect(meaningOf('SOMETHING_NEW', '', true)).toBe('lost');
});
