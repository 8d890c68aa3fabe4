import type { DriverError, Fault } from '../errors.js';

const FAULTS: Readonly<Record<string, Fault>> = {
  ER_DUP_ENTRY: 'duplicate',

  ER_LOCK_DEADLOCK: 'contended',
  ER_LOCK_WAIT_TIMEOUT: 'contended',

  // A new primary of a group held the transaction before it began, until its backlog was applied, for too long.
  ER_GR_HOLD_WAIT_TIMEOUT: 'contended',

  // The member left the group while it held the transaction, or is about to lose the role of the primary.
  ER_GR_HOLD_KILLED: 'refused',
  ER_GR_HOLD_MEMBER_STATUS_ERROR: 'refused',
  ER_OPERATION_NOT_ALLOWED_WHILE_PRIMARY_CHANGE_IS_RUNNING: 'refused',

  // A server that is read-only refused the statement, or the COMMIT and undid the transaction.
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'refused',
  ER_OPTION_PREVENTS_STATEMENT: 'refused',
  ER_READ_ONLY_MODE: 'refused',

  // This member of the group rolled back at COMMIT: concurrent work at another member came first, or this member left
  // the group while it waited, and then the others may have committed. Galera uses the second, with errno 149.
  ER_TRANSACTION_ROLLBACK_DURING_COMMIT: 'rolled back',
  ER_ERROR_DURING_COMMIT: 'rolled back',

  // MySQL, and mysql2.
  ER_CLIENT_INTERACTION_TIMEOUT: 'lost',
  ER_CONNECTION_KILLED: 'lost',
  ER_NET_ERROR_ON_WRITE: 'lost',
  ER_NET_READ_ERROR: 'lost',
  ER_NORMAL_SHUTDOWN: 'lost',
  ER_RUN_HOOK_ERROR: 'lost',
  ER_SERVER_OFFLINE_MODE: 'lost',
  ER_SERVER_SHUTDOWN: 'lost',
  ER_SESSION_WAS_KILLED: 'lost',
  PROTOCOL_CONNECTION_LOST: 'lost',

  // MySQL is full, out of room, or refuses the connection.
  ER_CON_COUNT_ERROR: 'unavailable',
  ER_DISK_FULL: 'unavailable',
  ER_HOST_IS_BLOCKED: 'unavailable',
  ER_OUTOFMEMORY: 'unavailable',
  ER_OUT_OF_RESOURCES: 'unavailable',
  ER_QUERY_INTERRUPTED: 'unavailable',
  ER_QUERY_TIMEOUT: 'unavailable',
  ER_RECORD_FILE_FULL: 'unavailable',
  ER_TOO_MANY_USER_CONNECTIONS: 'unavailable',
  ER_USER_LIMIT_REACHED: 'unavailable',
  // The schema has not been migrated yet.
  ER_NO_SUCH_TABLE: 'unavailable',

  // Their messages name the user or the database.
  ER_ACCESS_DENIED_ERROR: 'unusable',
  ER_BAD_DB_ERROR: 'unusable',
  ER_DBACCESS_DENIED_ERROR: 'unusable',

  // Their messages name the right, the user and the table.
  ER_TABLEACCESS_DENIED_ERROR: 'missing right',
  ER_COLUMNACCESS_DENIED_ERROR: 'missing right',
};

export function classifyMysqlError({ code, message, fatal }: DriverError): Fault | undefined {
  // Of mysql2, without a code, for a statement that it did not send.
  if (/^Can't \S.* in closed state$/.test(message)) return 'refused';
  const fault = FAULTS[code];
  if (fault !== undefined || fatal) return fault ?? 'lost';
  const isUnavailable =
    /^(?:PROTOCOL|HANDSHAKE)_/.test(code) ||
    /^(?:Queue limit reached\.|Pool is closed\.|No connections available\.)$/.test(message); // of mysql2, without a code
  return isUnavailable ? 'unavailable' : undefined;
}
