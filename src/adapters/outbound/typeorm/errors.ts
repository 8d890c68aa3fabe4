import { QueryFailedError } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { DuplicateError, MissingRightError, TransientError, unavailable, unusable } from '../support/errors.js';

/** An error of a driver. */
export interface DriverError {
  /** Empty if there is none. */
  readonly code: string;
  readonly message: string;
  /** The driver's mark of an error that ended the connection. */
  readonly fatal: boolean;
}

/**
 * The meaning of a driver's error:
 * - duplicate: another row has this unique value;
 * - contended: the store undid the work as a whole because of concurrent work, so another attempt may succeed at once;
 * - refused: the server is read-only, or the connection closed: nothing was done, and other connections may do it;
 * - rolled back: the server undid the work, but other members may have committed it;
 * - lost: the connection is lost, or its server is leaving the group;
 * - unavailable: a fault of the network, the server or the machine;
 * - unusable: the address, the database or the credentials are wrong;
 * - missing right: the user may connect, and lacks a right.
 */
export type Fault =
  'duplicate' | 'contended' | 'refused' | 'rolled back' | 'lost' | 'unavailable' | 'unusable' | 'missing right';

export type Classify = (error: DriverError) => Fault | undefined;

/** Of the network, by Node's names. */
const LOST = /^(?:EAI_AGAIN|ECONN(?:ABORTED|REFUSED|RESET)|E(?:HOST|NET)(?:DOWN|UNREACH)|EPIPE|ETIMEDOUT)$/;

function faultOf(error: DriverError, classify: Classify): Fault | undefined {
  if (LOST.test(error.code)) return 'lost';
  return error.code === 'ENOTFOUND' ? 'unavailable' : classify(error);
}

/** The one place where a driver's error becomes one of ours. Other errors are returned unchanged. */
export function translate(error: unknown, classify: Classify): unknown {
  if (error instanceof DomainError) return error;
  const said = driverErrorOf(error);
  const cause = new Error(said.code === '' ? said.message : `${said.code}: ${said.message}`);
  switch (faultOf(said, classify)) {
    case 'duplicate':
      return new DuplicateError();
    case 'contended':
      return new TransientError(cause, 'undone');
    case 'refused':
      return new TransientError(cause, 'undone', true);
    case 'rolled back':
      return new TransientError(cause, 'unknown');
    case 'lost':
      return new TransientError(cause, 'unknown', true);
    case 'unavailable':
      return unavailable(cause);
    case 'unusable':
      return unusable(cause);
    case 'missing right':
      return new MissingRightError(`The store refused a statement: ${said.message}.`);
    case undefined:
      // Errors of TypeORM and of drivers carry the statement and its values, which belong in no log.
      return error instanceof QueryFailedError
        ? new Error(`The store refused a statement: ${said.code} ${said.message}`)
        : error;
  }
}

/** The same for an error of connecting: nothing was sent yet. */
export function translateConnectError(error: unknown, classify: Classify): unknown {
  const failure = translate(error, classify);
  return failure instanceof TransientError ? new TransientError(failure.cause, 'undone') : failure;
}

export function driverErrorOf(error: unknown): DriverError {
  const thrown: unknown = error instanceof QueryFailedError ? error.driverError : error;
  // Not by instanceof: an error that native code creates may be an Error of another realm.
  if (typeof thrown !== 'object' || thrown === null) return { code: '', message: String(thrown), fatal: false };
  return {
    code: 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '',
    message: 'message' in thrown ? String(thrown.message) : '',
    fatal: 'fatal' in thrown && thrown.fatal === true,
  };
}
