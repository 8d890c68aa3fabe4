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

/** The meanings of the errors of drivers, each with the error of the application. */
const FAULTS = {
  /** Another row has this unique value. */
  duplicate: () => new DuplicateError(),
  /**
   * The engine rolled the whole transaction back because of concurrent work, so another attempt may succeed at once.
   */
  contended: (cause) => new TransientError(cause, 'undone', false, 'busy'),
  /** The server accepts no writes: nothing was done, and another connection may do it. */
  'read-only': (cause) => new TransientError(cause, 'undone', true, 'read-only'),
  /** This connection is closed: nothing was done, and another connection may do it. */
  refused: (cause) => new TransientError(cause, 'undone', true),
  /** The engine rolled the transaction back at COMMIT, but another server may have committed it. */
  'rolled back': (cause) => new TransientError(cause, 'unknown'),
  /** The connection ended, or is about to, and whether the transaction was committed is unknown. */
  lost: (cause) => new TransientError(cause, 'unknown', true),
  /** This process lacks the right to write the file, or its disk became read-only. */
  'not writable': (cause) => new StoreUnavailable(cause, 'not writable'),
  /** The server accepts no further connection or call. */
  busy: (cause) => new StoreUnavailable(cause, 'busy'),
  /** The disk, or a quota of it, is full. */
  'no room': (cause) => new StoreUnavailable(cause, 'no room'),
  /** The network, the server or the machine has a fault. */
  unavailable: (cause) => new StoreUnavailable(cause),
  /** The address, the database or the credentials are wrong. */
  unusable: (cause) => new StoreUnavailable(cause, 'unusable'),
  /** The user may connect, and lacks a right. */
  'missing right': (cause) => new MissingRight(cause),
} satisfies Record<string, (cause: Error) => DomainError>;

export type Fault = keyof typeof FAULTS;

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
  const fault = faultOf(said, engine);
  if (fault === undefined) {
    // Errors of TypeORM and of drivers carry the statement and its values, which belong in no log.
    return error instanceof QueryFailedError
      ? new Error(`The store refused a statement: ${said.code} ${said.message}`)
      : error;
  }
  if (fault === 'missing right') return FAULTS[fault](new Error([`${said.message}.`, engine.rights].join(' ')));
  return FAULTS[fault](new Error(said.code === '' ? said.message : `${said.code}: ${said.message}`));
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
