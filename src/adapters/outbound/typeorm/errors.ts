import { QueryFailedError } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { DuplicateError, MissingRightError, TransientError, unavailable } from '../support/errors.js';

const DUPLICATE = new Set(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** The store undid the work as a whole because of concurrent work: another attempt may succeed at once. */
const CONTENDED = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY', 'SQLITE_LOCKED']);

/** A server that is read-only refused the statement, or the COMMIT and undid the transaction. */
const READ_ONLY = new Set([
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
]);

/**
 * This member of the group rolled back at COMMIT: concurrent work at another member came first, or this member left the
 * group while it waited, and then the others may have committed. Galera uses ER_ERROR_DURING_COMMIT with errno 149.
 */
const ROLLED_BACK_HERE = new Set(['ER_TRANSACTION_ROLLBACK_DURING_COMMIT', 'ER_ERROR_DURING_COMMIT']);

/** The connection is lost, or its server is leaving the group. */
const LOST = new Set([
  // The network, by Node's names.
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  // MySQL, and mysql2.
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_CONNECTION_KILLED',
  'ER_NET_ERROR_ON_WRITE',
  'ER_NET_READ_ERROR',
  'ER_NORMAL_SHUTDOWN',
  'ER_RUN_HOOK_ERROR',
  'ER_SERVER_OFFLINE_MODE',
  'ER_SERVER_SHUTDOWN',
  'ER_SESSION_WAS_KILLED',
  'PROTOCOL_CONNECTION_LOST',
]);

/** Faults of the network, of the server or of the machine that the store runs on, which do not pass by themselves. */
const UNAVAILABLE = new Set([
  'ENOTFOUND',
  // MySQL is full, out of room, or refuses the connection.
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_CON_COUNT_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_DISK_FULL',
  'ER_HOST_IS_BLOCKED',
  'ER_OUTOFMEMORY',
  'ER_OUT_OF_RESOURCES',
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
  'ER_RECORD_FILE_FULL',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  // The schema has not been migrated yet.
  'ER_NO_SUCH_TABLE',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_NOMEM',
  'SQLITE_PROTOCOL',
  'SQLITE_READONLY',
]);

/** The user may connect, and lacks a right. MySQL's message names the right, the user and the table. */
const MISSING_RIGHT = new Set(['ER_TABLEACCESS_DENIED_ERROR', 'ER_COLUMNACCESS_DENIED_ERROR']);

/** Messages of mysql2 without a code, and of SQLite with a code that says nothing. */
const UNAVAILABLE_MESSAGE = /^(?:Queue limit reached\.|Pool is closed\.|No connections available\.|no such table: .*)$/;

/** Message of mysql2, which has no code, for a statement that it did not send. */
const NOT_SENT_MESSAGE = /^Can't \S.* in closed state$/;

/** The one place where a driver's error becomes one of ours. An error that is no driver's stays as it is. */
export function translate(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const { code, message, fatal } = faultOf(error);
  if (isOneOf(DUPLICATE, code)) return new DuplicateError('Another row has this unique value.');
  const cause = new Error(code === '' ? message : `${code}: ${message}`);
  const transient = transientError({ code, message, fatal }, cause);
  if (transient !== undefined) return transient;
  if (isOneOf(UNAVAILABLE, code) || /^(?:PROTOCOL|HANDSHAKE)_/.test(code) || UNAVAILABLE_MESSAGE.test(message)) {
    return unavailable(cause);
  }
  if (MISSING_RIGHT.has(code)) return new MissingRightError(`The store refused a statement: ${message}.`);
  // TypeORM's and mysql2's errors carry the statement and its values, which belong in no log.
  return error instanceof QueryFailedError ? new Error(`The store refused a statement: ${code} ${message}`) : error;
}

/** The same for an error of connecting: nothing was sent yet. */
export function translateConnectError(error: unknown): unknown {
  const failure = translate(error);
  return failure instanceof TransientError ? new TransientError(failure.cause, 'undone') : failure;
}

function transientError({ code, message, fatal }: Fault, cause: Error): TransientError | undefined {
  if (isOneOf(CONTENDED, code)) return new TransientError(cause, 'undone');
  if (READ_ONLY.has(code) || NOT_SENT_MESSAGE.test(message)) return new TransientError(cause, 'undone', true);
  if (ROLLED_BACK_HERE.has(code)) return new TransientError(cause, 'unknown');
  if (LOST.has(code) || (fatal && !isOneOf(UNAVAILABLE, code))) return new TransientError(cause, 'unknown', true);
  return undefined;
}

interface Fault {
  readonly code: string;
  readonly message: string;
  /** mysql2's mark of an error that ended the connection. */
  readonly fatal: boolean;
}

function faultOf(error: unknown): Fault {
  const thrown: unknown = error instanceof QueryFailedError ? error.driverError : error;
  // Not by instanceof: an error that native code creates may be an Error of another realm.
  if (typeof thrown !== 'object' || thrown === null) return { code: '', message: String(thrown), fatal: false };
  return {
    code: 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '',
    message: 'message' in thrown ? String(thrown.message) : '',
    fatal: 'fatal' in thrown && thrown.fatal === true,
  };
}

/** SQLite refines its codes at the end: SQLITE_IOERR_WRITE is an SQLITE_IOERR. */
function isOneOf(codes: ReadonlySet<string>, code: string): boolean {
  return codes.has(code) || codes.has(code.split('_', 2).join('_'));
}

export function isUnknownVariable(error: unknown): boolean {
  return faultOf(error).code === 'ER_UNKNOWN_SYSTEM_VARIABLE';
}
