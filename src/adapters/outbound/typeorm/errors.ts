import { QueryFailedError } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';
import { MissingRight } from '../storage.js';
import { DuplicateError, StoreUnavailable, TransientError } from '../support/errors.js';

/** An error of a driver, in terms that all engines share. */
export interface DriverError {
  /** The code of the error. It is empty if the driver gave none. */
  readonly code: string;
  readonly message: string;
  /** Whether the driver marked the error as one that ended the connection. */
  readonly fatal: boolean;
}

/**
 * The meaning of a driver's error:
 * - duplicate: another row has this unique value;
 * - contended: the engine rolled the whole transaction back because of concurrent work, so another attempt may succeed at once;
 * - read-only: the server accepts no writes: nothing was done, and another connection may do it;
 * - not writable: this process lacks the right to write the file, or its disk became read-only;
 * - refused: this connection is closed: nothing was done, and another connection may do it;
 * - rolled back: the engine rolled the transaction back at COMMIT, but another server may have committed it;
 * - lost: the connection ended, or is about to, and whether the transaction was committed is unknown;
 * - busy: the server accepts no further connection or call;
 * - no room: the disk, or a quota of it, is full;
 * - unavailable: a fault of the network, the server or the machine;
 * - unusable: the address, the database or the credentials are wrong;
 * - missing right: the user may connect, and lacks a right.
 */
export type Fault =
  | 'duplicate'
  | 'contended'
  | 'read-only'
  | 'not writable'
  | 'refused'
  | 'rolled back'
  | 'lost'
  | 'busy'
  | 'no room'
  | 'unavailable'
  | 'unusable'
  | 'missing right';

/** The part of a dialect that explains the errors of the engine. */
export interface Errors {
  /** Returns the meaning of an error; `undefined` for one that only a mistake in the program explains. */
  classify(error: DriverError): Fault | undefined;
  /** Adds to an error what an operator must know, such as the path of a file and the remedy. */
  describe?(error: DriverError): DriverError;
  /** What an operator does about a user who lacks a right. It is absent if the engine has no users. */
  readonly rights?: string;
}

/** The codes that Node gives to errors of the network after which a connection is of no further use. */
const LOST = /^(?:EAI_AGAIN|ECONN(?:ABORTED|REFUSED|RESET)|E(?:HOST|NET)(?:DOWN|UNREACH)|EPIPE|ETIMEDOUT)$/;

function faultOf(error: DriverError, engine: Errors): Fault | undefined {
  if (LOST.test(error.code)) return 'lost';
  return error.code === 'ENOTFOUND' ? 'unavailable' : engine.classify(error);
}

/** Returns the error of the application for a driver's error, and any other error unchanged. */
export function translate(error: unknown, engine: Errors): unknown {
  if (error instanceof DomainError) return error;
  const thrown = driverErrorOf(error);
  const said = engine.describe?.(thrown) ?? thrown;
  const cause = new Error(said.code === '' ? said.message : `${said.code}: ${said.message}`);
  const fault = faultOf(said, engine);
  switch (fault) {
    case 'duplicate':
      return new DuplicateError();
    case 'contended':
      return new TransientError(cause, 'undone', false, 'busy');
    case 'read-only':
      return new TransientError(cause, 'undone', true, 'read-only');
    case 'refused':
      return new TransientError(cause, 'undone', true);
    case 'rolled back':
      return new TransientError(cause, 'unknown');
    case 'lost':
      return new TransientError(cause, 'unknown', true);
    case 'busy':
    case 'no room':
    case 'not writable':
    case 'unusable':
      return new StoreUnavailable(cause, fault);
    case 'unavailable':
      return new StoreUnavailable(cause);
    case 'missing right':
      return new MissingRight(new Error([`${said.message}.`, engine.rights].join(' ')));
    case undefined:
      // Errors of TypeORM and of drivers carry the statement and its values, which belong in no log.
      return error instanceof QueryFailedError
        ? new Error(`The store refused a statement: ${said.code} ${said.message}`)
        : error;
  }
}

/** Translates an error that occurred while connecting, when no statement had been sent yet. */
export function translateConnectError(error: unknown, engine: Errors): unknown {
  const failure = translate(error, engine);
  return failure instanceof TransientError
    ? new TransientError(failure.cause, 'undone', false, failure.reason)
    : failure;
}

export function driverErrorOf(error: unknown): DriverError {
  const thrown: unknown = error instanceof QueryFailedError ? error.driverError : error;
  // instanceof is not used, because an error that native code creates may be an Error of another realm.
  if (typeof thrown !== 'object' || thrown === null) return { code: '', message: String(thrown), fatal: false };
  return {
    code: 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '',
    message: 'message' in thrown ? String(thrown.message) : '',
    fatal: 'fatal' in thrown && thrown.fatal === true,
  };
}
