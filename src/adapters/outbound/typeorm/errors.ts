import { QueryFailedError } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { ContentionError, DuplicateError, MissingRightError, unavailable } from '../support/errors.js';

const DUPLICATE = new Set(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** The store undid the work as a whole because of concurrent work: another attempt may succeed at once. */
const CONTENDED = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY', 'SQLITE_LOCKED']);

/** Faults of the network, of the server or of the machine that the store runs on. */
const UNAVAILABLE = new Set([
  // The network, by Node's names.
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // MySQL is full, shutting down, read-only, out of room, or refuses the connection.
  'ER_ACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_CONNECTION_KILLED',
  'ER_CON_COUNT_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_DISK_FULL',
  'ER_HOST_IS_BLOCKED',
  'ER_NORMAL_SHUTDOWN',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_OUTOFMEMORY',
  'ER_OUT_OF_RESOURCES',
  'ER_QUERY_INTERRUPTED',
  'ER_QUERY_TIMEOUT',
  'ER_READ_ONLY_MODE',
  'ER_RECORD_FILE_FULL',
  'ER_SERVER_SHUTDOWN',
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
const UNAVAILABLE_MESSAGE =
  /^(?:Queue limit reached\.|Pool is closed\.|No connections available\.|Can't \S.* in closed state|no such table: .*)$/;

/** The one place where a driver's error becomes one of ours. An error that is no driver's stays as it is. */
export function translate(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const { code, message, fatal } = faultOf(error);
  if (isOneOf(DUPLICATE, code)) return new DuplicateError('Another row has this unique value.');
  if (isOneOf(CONTENDED, code)) return new ContentionError(new Error(`${code}: ${message}`));
  if (
    fatal ||
    isOneOf(UNAVAILABLE, code) ||
    /^(?:PROTOCOL|HANDSHAKE)_/.test(code) ||
    UNAVAILABLE_MESSAGE.test(message)
  ) {
    return unavailable(new Error(code === '' ? message : `${code}: ${message}`));
  }
  if (MISSING_RIGHT.has(code)) return new MissingRightError(`The store refused a statement: ${message}.`);
  // TypeORM's and mysql2's errors carry the statement and its values, which belong in no log.
  return error instanceof QueryFailedError ? new Error(`The store refused a statement: ${code} ${message}`) : error;
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
