import type { DriverError, Fault } from '../errors.js';

/** What the errors of MySQL, MariaDB and mysql2 mean, by their code. */
const FAULTS: Readonly<Record<string, Fault>> = {
  ER_DUP_ENTRY: 'duplicate',

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

  // The server is out of memory, ended the statement, or refuses the connection.
  ER_HOST_IS_BLOCKED: 'unavailable',
  ER_OUTOFMEMORY: 'unavailable',
  ER_OUT_OF_RESOURCES: 'unavailable',
  ER_QUERY_INTERRUPTED: 'unavailable',
  ER_QUERY_TIMEOUT: 'unavailable',
  // The schema has not been migrated yet.
  ER_NO_SUCH_TABLE: 'unavailable',

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

export function classify({ code, message, fatal }: DriverError): Fault | undefined {
  // mysql2 reports this error without a code for a statement that it did not send.
  if (/^Can't \S.* in closed state$/.test(message)) return 'refused';
  const fault = FAULTS[code];
  if (fault !== undefined || fatal) return fault ?? 'lost';
  // mysql2 reports the second error without a code.
  const isUnavailable = /^(?:PROTOCOL|HANDSHAKE)_/.test(code) || message === 'Pool is closed.';
  return isUnavailable ? 'unavailable' : undefined;
}

/** What an operator does about a user who lacks a right. */
const GRANT =
  'GRANT SELECT, INSERT, UPDATE and DELETE on the database to the user of the service. Run animal-store migrate as a ' +
  'user who also has the rights CREATE, ALTER, DROP and INDEX, and set MIGRATE_ON_START=false for the service.';

/** What an operator does about an old server. */
const UPGRADE = 'Use MySQL 8.4 or later, or MariaDB 11.8 or later.';

/** Adds the remedy to the message of the server, which names what is missing. */
export function describe(error: DriverError): DriverError {
  const isOldServer = /^ER_UNKNOWN_(?:COLLATION|SYSTEM_VARIABLE)$/.test(error.code);
  if (!isOldServer && FAULTS[error.code] !== 'missing right') return error;
  return { ...error, message: `${error.message}. ${isOldServer ? UPGRADE : GRANT}` };
}
