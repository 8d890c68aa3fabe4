import { WORDS, type Cause, type DriverError, type Meaning } from '../execution/failures.js';

/**
 * What the errors of MySQL, MariaDB and mysql2 mean, by their code. Every other one is a fault that lasts until an
 * operator corrects it.
 */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ER_DUP_ENTRY: 'duplicate',

  // No table, row or setting explains these, but only the text of a statement or the number of its values.
  ER_EMPTY_QUERY: 'bug',
  ER_NON_UNIQ_ERROR: 'bug',
  ER_PARSE_ERROR: 'bug',
  ER_SYNTAX_ERROR: 'bug',
  ER_WRONG_ARGUMENTS: 'bug', // The number of values is not that of the placeholders.
  ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT: 'bug',
  ER_WRONG_VALUE_COUNT: 'bug',
  ER_WRONG_VALUE_COUNT_ON_ROW: 'bug',

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
  ER_TRANSACTION_ROLLBACK_DURING_COMMIT: 'lost',
  ER_ERROR_DURING_COMMIT: 'lost',

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

  // The server accepts no further connection or call, or an operator or a limit of the server ended the statement.
  ER_CON_COUNT_ERROR: 'unavailable',
  ER_HOST_IS_BLOCKED: 'unavailable',
  ER_QUERY_INTERRUPTED: 'unavailable',
  ER_QUERY_TIMEOUT: 'unavailable',
  ER_TOO_MANY_USER_CONNECTIONS: 'unavailable',
  ER_USER_LIMIT_REACHED: 'unavailable',
};

const RIGHT_DENIED = /^ER_(?:TABLE|COLUMN)ACCESS_DENIED_ERROR$/;

/** The messages of the server name the user, the database, the right or the table. */
export const causes: readonly Cause[] = [
  { codes: /^ER_(?:DISK_FULL|RECORD_FILE_FULL)$/, message: WORDS.noRoom },
  {
    codes: RIGHT_DENIED,
    says: /^(?:SELECT|INSERT|UPDATE|DELETE)\b/,
    message: WORDS.noRight,
    remedy: 'GRANT SELECT, INSERT, UPDATE and DELETE on the database to the user of the service.',
    isDenied: true,
  },
  // Only migrations need the other rights.
  {
    codes: RIGHT_DENIED,
    message: WORDS.noRight,
    remedy:
      'Run animal-store migrate as a user who also has the rights CREATE, ALTER, DROP and INDEX, and set ' +
      'MIGRATE_ON_START=false for the service.',
    isDenied: true,
  },
  {
    codes: /^ER_LOCK_WAIT_TIMEOUT$/,
    remedy:
      'A transaction, a backup (LOCK INSTANCE FOR BACKUP) or another program holds a lock: SHOW PROCESSLIST lists them.',
  },
  {
    codes: /^ER_ACCESS_DENIED_(?:NO_PASSWORD_)?ERROR$/,
    message: WORDS.unusable,
    remedy: 'Check the user, the password and, if the server requires TLS of the user, the ssl-mode in DATABASE_URL.',
    isDenied: true,
  },
  {
    codes: /^NOT_MYSQL$/,
    message: WORDS.unusable,
    remedy: 'Correct the host and the port in DATABASE_URL.',
  },
  {
    codes: /^ER_BAD_DB_ERROR$/,
    message: WORDS.unusable,
    remedy: 'Create the database, or correct its name in DATABASE_URL.',
    isDenied: true,
  },
  {
    codes: /^ER_DBACCESS_DENIED_ERROR$/,
    message: WORDS.unusable,
    remedy: 'GRANT the user SELECT, INSERT, UPDATE and DELETE on the database, or correct its name in DATABASE_URL.',
    isDenied: true,
  },
  // The second name is what mysql2 calls the number by which MariaDB reports a locked account.
  {
    codes:
      /^ER_(?:ACCOUNT_HAS_BEEN_LOCKED|BULK_PARSER_INCOMPLETE_ESCAPE_SEQUENCE|HOST_NOT_PRIVILEGED|MUST_CHANGE_PASSWORD(?:_LOGIN)?)$/,
    message: WORDS.unusable,
    remedy: 'Correct the user at the server by CREATE USER or ALTER USER, or name another one in DATABASE_URL.',
    isDenied: true,
  },
  {
    codes: /^E(?:AI_AGAIN|CONNREFUSED|(?:HOST|NET)(?:DOWN|UNREACH)|NOTFOUND|TIMEDOUT)$/,
    remedy: 'Check that the server runs, and its host and port in DATABASE_URL.',
  },
  // An old MariaDB lacks the collation of the schema, and before 11.1 also the variable of the isolation level.
  {
    codes: /^ER_UNKNOWN_(?:COLLATION|SYSTEM_VARIABLE)$/,
    message: WORDS.unusable,
    remedy: 'Use MySQL 8.4 or later, or MariaDB 11.8 or later.',
  },
  {
    codes: /^ER_SECURE_TRANSPORT_REQUIRED$/,
    message: WORDS.unusable,
    remedy: 'Add ?ssl-mode=VERIFY_IDENTITY to DATABASE_URL, or another mode with TLS.',
  },
  // The rows of the format COMPACT bound the columns of an index to 767 bytes.
  {
    codes: /^ER_(?:INDEX_COLUMN_TOO_LONG|TOO_LONG_KEY)$/,
    message: WORDS.setting,
    remedy: 'SET GLOBAL innodb_default_row_format = DYNAMIC, also in the options of the server.',
  },
  {
    codes: /^ER_BINLOG_STMT_MODE_AND_ROW_ENGINE$/,
    message: WORDS.setting,
    remedy: 'SET GLOBAL binlog_format = ROW, also in the options of the server.',
  },
  {
    codes: /^ER_(?:CANT_LOCK|INNODB_FORCED_RECOVERY|INNODB_READ_ONLY|OPEN_AS_READONLY)$/,
    message: WORDS.setting,
    remedy: 'Start the server without innodb_read_only and innodb_force_recovery.',
  },
  { codes: /^ER_NET_PACKET_TOO_LARGE$/, message: WORDS.tooLarge, remedy: 'Raise max_allowed_packet.' },
  // An addition has no value if it cannot lock the row of add_order.
  {
    codes: /^ER_BAD_NULL_ERROR$/,
    remedy: 'If the row of add_order is missing, run INSERT INTO add_order (id) VALUES (1).',
  },
  { codes: /^ER_(?:CRASHED_ON_(?:REPAIR|USAGE)|INDEX_CORRUPT|NOT_KEYFILE|TABLE_CORRUPT)$/, message: WORDS.damaged },
  { codes: /^ER_(?:CON_COUNT_ERROR|TOO_MANY_USER_CONNECTIONS|USER_LIMIT_REACHED)$/, message: WORDS.busy },
  { codes: /^ER_QUERY_(?:INTERRUPTED|TIMEOUT)$/, message: WORDS.late },
];

export function classify({ code, message, fatal }: DriverError): Meaning {
  // mysql2 reports this error without a code for a statement that it did not send.
  if (/^Can't \S.* in closed state$/.test(message)) return 'refused';
  const meaning = MEANINGS[code] ?? (causes.some(({ codes }) => codes.test(code)) ? 'failing' : undefined);
  if (meaning !== undefined || fatal) return meaning ?? 'lost';
  // mysql2 reports the second error without a code.
  const isUnavailable = /^(?:PROTOCOL|HANDSHAKE)_/.test(code) || message === 'Pool is closed.';
  return isUnavailable ? 'unavailable' : 'failing';
}
