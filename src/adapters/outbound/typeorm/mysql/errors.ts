import type { DriverError, Meaning } from '../errors.js';

/** What the errors of MySQL, MariaDB and mysql2 mean, by their code. Every other one is a fault of the database. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ER_DUP_ENTRY: 'duplicate',

  // Only a mistake in a statement, in its values or in a rule of the domain explains these.
  ER_BAD_FIELD_ERROR: 'bug',
  ER_BAD_NULL_ERROR: 'bug',
  ER_CHECK_CONSTRAINT_VIOLATED: 'bug',
  ER_DATA_OUT_OF_RANGE: 'bug',
  ER_DATA_TOO_LONG: 'bug',
  ER_EMPTY_QUERY: 'bug',
  ER_INNODB_AUTOEXTEND_SIZE_OUT_OF_RANGE: 'bug', // MariaDB means ER_CONSTRAINT_FAILED by this number.
  ER_NO_DEFAULT_FOR_FIELD: 'bug',
  ER_NO_REFERENCED_ROW_2: 'bug',
  ER_NON_UNIQ_ERROR: 'bug',
  ER_PARSE_ERROR: 'bug',
  ER_ROW_IS_REFERENCED_2: 'bug',
  ER_SYNTAX_ERROR: 'bug',
  ER_TRUNCATED_WRONG_VALUE: 'bug',
  ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: 'bug',
  ER_WARN_DATA_OUT_OF_RANGE: 'bug',
  ER_WRONG_ARGUMENTS: 'bug', // The number of values is not that of the placeholders.
  ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT: 'bug',
  ER_WRONG_VALUE_COUNT: 'bug',
  ER_WRONG_VALUE_COUNT_ON_ROW: 'bug',
  WARN_DATA_TRUNCATED: 'bug',

  ER_LOCK_DEADLOCK: 'contended',
  ER_LOCK_WAIT_TIMEOUT: 'contended',

  // A new primary of a group held the transaction back before it began, until its backlog was applied, and this took
  // too long.
  ER_GR_HOLD_WAIT_TIMEOUT: 'contended',

  // The member left the group while it held the transaction, or is about to lose the role of the primary.
  ER_GR_HOLD_KILLED: 'refused',
  ER_GR_HOLD_MEMBER_STATUS_ERROR: 'refused',
  ER_OPERATION_NOT_ALLOWED_WHILE_PRIMARY_CHANGE_IS_RUNNING: 'refused',
  ER_UNKNOWN_COM_ERROR: 'refused', // A node of Galera is not prepared, or has lost the majority.

  // The server, or a proxy in front of it, has forgotten a prepared statement, or its table has changed.
  ER_NEED_REPREPARE: 'refused',
  ER_UNKNOWN_STMT_HANDLER: 'refused',

  // A server that is read-only refused the statement, or refused the COMMIT and undid the transaction.
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'read-only',
  ER_OPTION_PREVENTS_STATEMENT: 'read-only',
  ER_READ_ONLY_MODE: 'read-only',

  // This member of the group rolled back at COMMIT: concurrent work at another member came first, or this member left
  // the group while it waited, and then the others may have committed. Galera reports the second error, with errno 149.
  ER_TRANSACTION_ROLLBACK_DURING_COMMIT: 'rolled back',
  ER_ERROR_DURING_COMMIT: 'rolled back',

  // Both MySQL and mysql2 report these errors.
  ER_CLIENT_INTERACTION_TIMEOUT: 'lost',
  ER_NET_ERROR_ON_WRITE: 'lost',
  ER_NET_READ_ERROR: 'lost',
  ER_NORMAL_SHUTDOWN: 'lost',
  ER_RUN_HOOK_ERROR: 'lost',
  ER_SERVER_OFFLINE_MODE: 'lost',
  ER_SERVER_SHUTDOWN: 'lost',
  ER_SESSION_WAS_KILLED: 'lost',
  PROTOCOL_CONNECTION_LOST: 'lost',

  ER_DISK_FULL: 'no room',
  ER_RECORD_FILE_FULL: 'no room',

  ER_CON_COUNT_ERROR: 'busy',
  ER_TOO_MANY_USER_CONNECTIONS: 'busy',
  ER_USER_LIMIT_REACHED: 'busy',

  // An operator or a limit of the server ended the statement.
  ER_QUERY_INTERRUPTED: 'late',
  ER_QUERY_TIMEOUT: 'late',

  ER_CRASHED_ON_REPAIR: 'damaged',
  ER_CRASHED_ON_USAGE: 'damaged',
  ER_INDEX_CORRUPT: 'damaged',
  ER_NOT_KEYFILE: 'damaged',
  ER_TABLE_CORRUPT: 'damaged',

  ER_BINLOG_STMT_MODE_AND_ROW_ENGINE: 'setting',
  ER_CANT_LOCK: 'setting',
  ER_INNODB_FORCED_RECOVERY: 'setting',
  ER_INNODB_READ_ONLY: 'setting',
  ER_OPEN_AS_READONLY: 'setting',

  ER_NET_PACKET_TOO_LARGE: 'too large',

  ER_HOST_IS_BLOCKED: 'unavailable',

  // The messages of these errors name the user or the database.
  ER_ACCESS_DENIED_ERROR: 'unusable',
  ER_BAD_DB_ERROR: 'unusable',
  ER_DBACCESS_DENIED_ERROR: 'unusable',

  // An old MariaDB lacks the collation of the schema, and before 11.1 also the variable of the isolation level.
  ER_UNKNOWN_COLLATION: 'unusable',
  ER_UNKNOWN_SYSTEM_VARIABLE: 'unusable',

  // The messages of these errors name the right, the user and the table.
  ER_TABLEACCESS_DENIED_ERROR: 'missing right',
  ER_COLUMNACCESS_DENIED_ERROR: 'missing right',
};

/** What an operator does about a user who lacks a right. */
const GRANT =
  'GRANT SELECT, INSERT, UPDATE and DELETE on the database to the user of the service. Run animal-store migrate as a ' +
  'user who also has the rights CREATE, ALTER, DROP and INDEX, and set MIGRATE_ON_START=false for the service.';

/** What an operator does about an old server. */
const UPGRADE = 'Use MySQL 8.4 or later, or MariaDB 11.8 or later.';

const END_READ_ONLY = 'Start the server without innodb_read_only and innodb_force_recovery.';

/** What an operator does about an error whose message names no remedy. */
const REMEDIES: Readonly<Record<string, string>> = {
  ER_BINLOG_STMT_MODE_AND_ROW_ENGINE: 'SET GLOBAL binlog_format = ROW, also in the options of the server.',
  ER_CANT_LOCK: END_READ_ONLY,
  ER_COLUMNACCESS_DENIED_ERROR: GRANT,
  ER_INNODB_FORCED_RECOVERY: END_READ_ONLY,
  ER_INNODB_READ_ONLY: END_READ_ONLY,
  ER_NET_PACKET_TOO_LARGE: 'Raise max_allowed_packet.',
  ER_OPEN_AS_READONLY: END_READ_ONLY,
  ER_TABLEACCESS_DENIED_ERROR: GRANT,
  ER_UNKNOWN_COLLATION: UPGRADE,
  ER_UNKNOWN_SYSTEM_VARIABLE: UPGRADE,
};

export function classify({ code, message, fatal }: DriverError): Meaning {
  // mysql2 reports this error without a code for a statement that it did not send.
  if (/^Can't \S.* in closed state$/.test(message)) return 'refused';
  const meaning = MEANINGS[code];
  if (meaning !== undefined || fatal) return meaning ?? 'lost';
  // mysql2 reports the second error without a code.
  const isUnavailable = /^(?:PROTOCOL|HANDSHAKE)_/.test(code) || message === 'Pool is closed.';
  return isUnavailable ? 'unavailable' : 'failing';
}

/** Adds the remedy to the message of the server, which may end with a full stop. */
export function describe(error: DriverError): DriverError {
  const remedy = REMEDIES[error.code];
  return remedy === undefined ? error : { ...error, message: `${error.message.replace(/\.$/, '')}. ${remedy}` };
}
