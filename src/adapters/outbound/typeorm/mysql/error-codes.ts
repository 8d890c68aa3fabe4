import type { ErrorKind } from '../execution/failures.js';

const RIGHT_DENIED = ['ER_TABLEACCESS_DENIED_ERROR', 'ER_COLUMNACCESS_DENIED_ERROR'];

/** The errors of MySQL, MariaDB, mysql2 and sockets. The messages of the server name the user, the database, the right or the table. */
export const ERRORS: readonly ErrorKind[] = [
  { codes: ['ER_DUP_ENTRY'], means: 'duplicate' },
  {
    // No table, row or setting explains these, but only the text of a statement or the number of its values.
    codes: [
      'ER_EMPTY_QUERY',
      'ER_NON_UNIQ_ERROR',
      'ER_PARSE_ERROR',
      'ER_SYNTAX_ERROR',
      'ER_WRONG_ARGUMENTS', // The number of values is not that of the placeholders.
      'ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT',
      'ER_WRONG_VALUE_COUNT',
      'ER_WRONG_VALUE_COUNT_ON_ROW',
    ],
    means: 'bug',
  },
  {
    codes: ['ER_LOCK_WAIT_TIMEOUT'],
    means: 'contended',
    remedy:
      'A transaction, a backup (LOCK INSTANCE FOR BACKUP) or another program holds a lock: SHOW PROCESSLIST lists them.',
  },
  // A new primary of a group held the second transaction back before it began, until its backlog was applied, and this
  // took too long.
  { codes: ['ER_LOCK_DEADLOCK', 'ER_GR_HOLD_WAIT_TIMEOUT'], means: 'contended' },
  {
    codes: [
      // The member left the group while it held the transaction, or is about to lose the role of the primary.
      'ER_GR_HOLD_KILLED',
      'ER_GR_HOLD_MEMBER_STATUS_ERROR',
      'ER_OPERATION_NOT_ALLOWED_WHILE_PRIMARY_CHANGE_IS_RUNNING',
      'ER_UNKNOWN_COM_ERROR', // A node of Galera is not prepared, or has lost the majority.
      // The server, or a proxy in front of it, has forgotten a prepared statement, or its table has changed.
      'ER_NEED_REPREPARE',
      'ER_UNKNOWN_STMT_HANDLER',
    ],
    means: 'refused',
  },
  // mysql2 reports this error without a code for a statement that it did not send.
  { codes: [''], says: /^Can't \S.* in closed state$/, means: 'refused' },
  {
    // A server that is read-only refused the statement, or refused the COMMIT and undid the transaction.
    codes: ['ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 'ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE'],
    means: 'read-only',
  },
  {
    codes: [
      // This member of the group rolled back at COMMIT: concurrent work at another member came first, or this member
      // left the group while it waited, and then the others may have committed. Galera reports the second error.
      'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
      'ER_ERROR_DURING_COMMIT',
      // Both MySQL and mysql2 report these errors.
      'ER_CLIENT_INTERACTION_TIMEOUT',
      'ER_NET_ERROR_ON_WRITE',
      'ER_NET_READ_ERROR',
      'ER_NORMAL_SHUTDOWN',
      'ER_RUN_HOOK_ERROR',
      'ER_SERVER_OFFLINE_MODE',
      'ER_SERVER_SHUTDOWN',
      'ER_SESSION_WAS_KILLED',
      'PROTOCOL_CONNECTION_LOST',
      'ECONNABORTED',
      'ECONNRESET',
      'EPIPE',
    ],
    means: 'lost',
  },
  {
    codes: /^E(?:AI_AGAIN|CONNREFUSED|(?:HOST|NET)(?:DOWN|UNREACH)|NOTFOUND|TIMEDOUT)$/,
    means: 'lost',
    remedy: 'Check that the server runs, and its host and port in DATABASE_URL.',
  },
  { codes: ['ER_HOST_IS_BLOCKED'], means: 'unavailable' },
  { codes: ['ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'], means: 'crowded' },
  { codes: ['ER_QUERY_INTERRUPTED', 'ER_QUERY_TIMEOUT'], means: 'late' },

  { codes: ['NOT_MYSQL'], means: 'unusable', remedy: 'Correct the host and the port in DATABASE_URL.' },
  {
    codes: ['ER_ACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR'],
    means: 'denied',
    remedy: 'Check the user, the password and, if the server requires TLS of the user, the ssl-mode in DATABASE_URL.',
  },
  {
    codes: ['ER_BAD_DB_ERROR'],
    means: 'denied',
    remedy: 'Create the database, or correct its name in DATABASE_URL.',
  },
  {
    codes: ['ER_DBACCESS_DENIED_ERROR'],
    means: 'denied',
    remedy: 'GRANT the user SELECT, INSERT, UPDATE and DELETE on the database, or correct its name in DATABASE_URL.',
  },
  {
    codes: [
      'ER_ACCOUNT_HAS_BEEN_LOCKED',
      'ER_BULK_PARSER_INCOMPLETE_ESCAPE_SEQUENCE', // mysql2's name for MariaDB's error of a locked account.
      'ER_HOST_NOT_PRIVILEGED',
      'ER_MUST_CHANGE_PASSWORD',
      'ER_MUST_CHANGE_PASSWORD_LOGIN',
    ],
    means: 'denied',
    remedy: 'Correct the user at the server by CREATE USER or ALTER USER, or name another one in DATABASE_URL.',
  },
  {
    codes: RIGHT_DENIED,
    says: /^(?:SELECT|INSERT|UPDATE|DELETE)\b/,
    means: 'without right',
    remedy: 'GRANT SELECT, INSERT, UPDATE and DELETE on the database to the user of the service.',
  },
  {
    codes: RIGHT_DENIED, // Only migrations need the other rights.
    means: 'without right',
    remedy:
      'Run animal-store migrate as a user who also has the rights CREATE, ALTER, DROP and INDEX, and set ' +
      'MIGRATE_ON_START=false for the service.',
  },
  {
    // An old MariaDB lacks the collation of the schema, and before 11.1 also the variable of the isolation level.
    codes: ['ER_UNKNOWN_COLLATION', 'ER_UNKNOWN_SYSTEM_VARIABLE'],
    means: 'unusable',
    remedy: 'Use MySQL 8.4 or later, or MariaDB 11.8 or later.',
  },
  {
    codes: ['ER_SECURE_TRANSPORT_REQUIRED'],
    means: 'unusable',
    remedy: 'Add ?ssl-mode=VERIFY_IDENTITY to DATABASE_URL, or another mode with TLS.',
  },
  {
    // The rows of the format COMPACT bound the columns of an index to 767 bytes.
    codes: ['ER_INDEX_COLUMN_TOO_LONG', 'ER_TOO_LONG_KEY'],
    means: 'wrongly set',
    remedy: 'SET GLOBAL innodb_default_row_format = DYNAMIC, also in the options of the server.',
  },
  {
    codes: ['ER_BINLOG_STMT_MODE_AND_ROW_ENGINE'],
    means: 'wrongly set',
    remedy: 'SET GLOBAL binlog_format = ROW, also in the options of the server.',
  },
  {
    codes: ['ER_CANT_LOCK', 'ER_INNODB_FORCED_RECOVERY', 'ER_INNODB_READ_ONLY', 'ER_OPEN_AS_READONLY'],
    means: 'wrongly set',
    remedy: 'Start the server without innodb_read_only and innodb_force_recovery.',
  },
  { codes: ['ER_NET_PACKET_TOO_LARGE'], means: 'too large', remedy: 'Raise max_allowed_packet.' },
  { codes: ['ER_DISK_FULL', 'ER_RECORD_FILE_FULL'], means: 'full' },
  {
    codes: ['ER_CRASHED_ON_REPAIR', 'ER_CRASHED_ON_USAGE', 'ER_INDEX_CORRUPT', 'ER_NOT_KEYFILE', 'ER_TABLE_CORRUPT'],
    means: 'damaged',
  },
  {
    codes: ['ER_BAD_NULL_ERROR'], // An addition has no value if it cannot lock the row of add_order.
    means: 'failing',
    remedy: 'If the row of add_order is missing, run INSERT INTO add_order (id) VALUES (1).',
  },
];
