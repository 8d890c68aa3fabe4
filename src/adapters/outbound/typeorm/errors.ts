import { QueryFailedError } from 'typeorm';
import { DomainError } from '../../../domain/errors.js';

/** An error of a driver, in terms that all engines share. */
export interface DriverError {
  /** The code of the error. It is empty if the driver gave none. */
  readonly code: string;
  readonly message: string;
  /** Whether the driver marked the error as one that ended the connection. */
  readonly fatal: boolean;
}

/** What a fault of the database means for the client of the call, and for another attempt. */
interface Consequences {
  /** The message for the client. */
  readonly message: string;
  /**
   * Whether the call had no lasting effect, or whether that is unknown. It is absent if another attempt is not likely
   * to succeed soon.
   */
  readonly outcome?: 'undone' | 'unknown';
  /** Whether the connection must be closed, because another attempt on it would fail again. */
  readonly endsConnection?: true;
  /** Whether a write meets the fault until an operator corrects it, at every instance, although reads may succeed. */
  readonly refusesWrites?: true;
}

const UNREACHABLE = 'The database cannot be reached; try again shortly.';
const BUSY = 'The database is busy: another program holds a lock, or too many calls wait; try again shortly.';

/** The faults that make a database unavailable. */
const FAULTS = {
  /**
   * The engine rolled the whole transaction back because of concurrent work, so another attempt may succeed at once.
   */
  contended: { message: BUSY, outcome: 'undone' },
  /** The server accepts no writes: nothing was done, and another connection may do it. */
  'read-only': {
    message: 'The database is read-only for now and accepts no changes; try again shortly.',
    outcome: 'undone',
    endsConnection: true,
    refusesWrites: true,
  },
  /** There is no connection, or it is of no use any more: nothing was done, and another connection may do it. */
  refused: { message: UNREACHABLE, outcome: 'undone', endsConnection: true },
  /** The engine rolled the transaction back at COMMIT, but another server may have committed it. */
  'rolled back': { message: UNREACHABLE, outcome: 'unknown' },
  /** The connection ended, or is about to, and whether the transaction was committed is unknown. */
  lost: { message: UNREACHABLE, outcome: 'unknown', endsConnection: true },
  /** This process lacks the right to write the file, or its disk became read-only. */
  'not writable': { message: 'The database is read-only until its operator makes it writable.', refusesWrites: true },
  /** The disk, or a quota of it, is full. */
  'no room': {
    message: 'The database has no room for changes until its operator makes some; reading still works.',
    refusesWrites: true,
  },
  /** The user may connect, and lacks a right. */
  'missing right': {
    message: 'The database refuses changes until its operator grants the service a right; reading still works.',
    refusesWrites: true,
  },
  /** The server has an option by which it refuses the statement. A session keeps the option's value of its start. */
  setting: {
    message: 'The database refuses changes by a setting until its operator corrects it; reading still works.',
    endsConnection: true,
    refusesWrites: true,
  },
  /** The statement is longer than the server accepts: nothing was done, and a shorter one may succeed. */
  'too large': {
    message: 'The database refuses a statement of this size by a setting until its operator corrects it.',
    endsConnection: true,
    refusesWrites: true,
  },
  /** A page of the file or of a table is not what the engine has written. */
  damaged: { message: 'The database is damaged until its operator restores it.', refusesWrites: true },
  /** The file was removed, moved or replaced while it is open. */
  moved: {
    message: 'The database accepts no changes until its operator puts its file back; reading still works.',
    refusesWrites: true,
  },
  /** The engine reports what no table of errors names. */
  failing: {
    message: 'The database reports a fault, which its operator finds in the log of the service; try again later.',
    refusesWrites: true,
  },
  /** The server accepts no further connection or call. */
  busy: { message: BUSY },
  /** The call took longer than its time limit. */
  late: { message: 'The database did not answer in time: it is busy, or cannot be reached; try again shortly.' },
  /** The network or the server has a fault, before any statement is sent. */
  unavailable: { message: UNREACHABLE },
  /** The address, the version of the server, the database or the credentials are wrong. */
  unusable: {
    message: 'The database cannot be used until an operator corrects its address, server, name or user.',
    refusesWrites: true,
  },
  /** The schema is old, or a copy into the database is not finished. */
  'not prepared': { message: 'The database is not ready to be used.' },
} as const satisfies Record<string, Consequences>;

type Fault = keyof typeof FAULTS;

/**
 * The meaning of an error of a driver: a fault of the database, another row that has the same unique value, or a
 * mistake in this program.
 */
export type Meaning = Fault | 'duplicate' | 'bug';

/** The error of a call that the database cannot answer. */
export class DatabaseUnavailable extends DomainError {
  readonly consequences: Consequences;

  /**
   * @param cause for the log: the driver's message, without the statement and its values
   * @param mayHaveChanged whether the call may have changed something, which the message then says
   */
  constructor(
    override readonly cause: Error,
    readonly fault: Fault = 'unavailable',
    mayHaveChanged = false,
  ) {
    super('unavailable', FAULTS[fault].message + (mayHaveChanged ? ' The request may have taken effect.' : ''), {
      cause,
    });
    this.consequences = FAULTS[fault];
  }
}

/**
 * Whether another attempt may soon succeed and has the same effect as one attempt. Work that may be repeated at any
 * time is also repeated if the outcome of an attempt is unknown.
 */
export function mayRepeat(error: unknown, isRepeatable = false): boolean {
  const outcome = error instanceof DatabaseUnavailable ? error.consequences.outcome : undefined;
  return outcome === 'undone' || (isRepeatable && outcome === 'unknown');
}

/** Whether the server refused a statement because of its length. Then nothing was done. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.fault === 'too large';
}

/** The part of a dialect that explains the errors of the engine. */
export interface Errors {
  /**
   * Returns the meaning of an error. Only what a table names is a bug: every other error is a fault of the database.
   */
  classify(error: DriverError): Meaning;
  /** Adds to an error what an operator must know, such as the path of a file and the remedy. */
  describe?(error: DriverError): DriverError;
}

/** The codes that Node gives to errors of the network after which a connection is of no further use. */
const LOST = /^(?:EAI_AGAIN|ECONN(?:ABORTED|REFUSED|RESET)|E(?:HOST|NET)(?:DOWN|UNREACH)|ENOTFOUND|EPIPE|ETIMEDOUT)$/;

/** Returns the error of the application for an error of a driver or of the system, and any other error unchanged. */
export function translate(error: unknown, engine: Errors): unknown {
  const thrown = driverErrorOf(error);
  // The codes of Node.js for a call with wrong parameters begin with ERR_.
  const isReported = error instanceof QueryFailedError || !/^(?:ERR_|$)/.test(thrown.code);
  if (error instanceof DomainError || !isReported) return error;
  const said = engine.describe?.(thrown) ?? thrown;
  const meaning = LOST.test(said.code) ? 'lost' : engine.classify(said);
  // Errors of TypeORM and of drivers carry the statement and its values, which belong in no log.
  const cause = new Error(said.code === '' ? said.message : `${said.code}: ${said.message}`);
  if (meaning === 'bug') return new Error(`The database refused a statement. ${cause.message}`);
  if (meaning === 'duplicate') {
    return new DomainError('already_exists', 'The database already has an entry with this value.');
  }
  return new DatabaseUnavailable(cause, meaning);
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
