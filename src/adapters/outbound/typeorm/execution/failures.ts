import { QueryFailedError } from 'typeorm';
import { DomainError } from '../../../../domain/errors.js';
import { AccessDenied, StorageUnavailable } from '../../storage.js';

export interface DriverError {
  /** Empty if the driver gave none. */
  readonly code: string;
  readonly message: string;
  /** Whether the error ended the connection. */
  readonly fatal: boolean;
}

/** What a failure means for the client, the call, its connection and later writes. */
interface Effects {
  /** The message for the client. */
  readonly message: string;
  /** Absent if another attempt is not likely to succeed soon. */
  readonly outcome?: 'undone' | 'unknown';
  /** Whether the connection must be closed: `alone`, or together with all that were open at the same time. */
  readonly endsConnection?: 'alone' | 'with others';
  /** Whether further writes fail in the same way until an operator corrects something, or another server answers. */
  readonly refusesWrites?: true;
  /** Whether the database refuses the user or does not exist, so that another start changes nothing. */
  readonly isDenied?: true;
}

const UNREACHABLE = 'The database cannot be reached; try again shortly.';
const BUSY = 'The database is busy: another program holds a lock, or too many calls wait; try again shortly.';
const UNUSABLE = 'The database cannot be used; its operator must correct its address, server, name or user.';

/**
 * An operator must correct this. The connection is closed, because a session may keep the old value of a setting.
 */
const FAULT = { endsConnection: 'alone', refusesWrites: true } as const;

/** What a failure can mean, besides a repeated value and a bug. The tables of the engines say which error means what. */
const FAILURES = {
  /** Concurrent work made the engine undo the whole transaction. */
  contended: { message: BUSY, outcome: 'undone' },
  /** Nothing was done, and another connection may do it. */
  refused: { message: UNREACHABLE, outcome: 'undone', endsConnection: 'with others' },
  /** Nothing was done, and another connection may lead to a server that accepts writes. */
  'read-only': {
    message: 'The database is read-only for now and accepts no changes; try again shortly.',
    outcome: 'undone',
    endsConnection: 'with others',
    refusesWrites: true,
  },
  /** The connection or the server ended, perhaps after the commit. */
  lost: { message: UNREACHABLE, outcome: 'unknown', endsConnection: 'with others' },

  // There was no time left, or no connection.
  late: { message: 'The database did not answer in time: it is busy, or cannot be reached; try again shortly.' },
  crowded: { message: BUSY },
  unavailable: { message: UNREACHABLE },

  unprepared: { message: 'The database is not ready to be used.' },

  failing: {
    ...FAULT,
    message: 'The database reports a fault, which its operator finds in the log of the service; try again later.',
  },
  unusable: { ...FAULT, message: UNUSABLE },
  denied: { ...FAULT, message: UNUSABLE, isDenied: true },
  'without right': {
    ...FAULT,
    message: 'The database refuses a statement; its operator must grant the service a right.',
    isDenied: true,
  },
  unwritable: { ...FAULT, message: 'The database is read-only; its operator must make it writable.' },
  full: {
    ...FAULT,
    message: 'The database is full and accepts no changes until its operator frees space; reading still works.',
  },
  'wrongly set': {
    ...FAULT,
    message: 'A setting of the database prevents changes; its operator must correct it. Reading still works.',
  },
  'too large': {
    ...FAULT,
    message: 'A setting of the database prevents statements of this size; its operator must correct it.',
  },
  damaged: { ...FAULT, message: 'The database is damaged; its operator must restore it.' },
  moved: {
    ...FAULT,
    message:
      'The file of the database was removed, moved or replaced; its operator must restart the service. Reading still works.',
  },
} as const satisfies Record<string, Effects>;

type Failure = keyof typeof FAILURES;

export type Meaning = Failure | 'duplicate' | 'bug';

/** Errors of an engine with one meaning. */
export interface ErrorKind {
  readonly codes: readonly string[] | RegExp;
  /** A pattern of the engine's message, if the code has several meanings. */
  readonly says?: RegExp;
  /** A bug is only what no state of the database explains, such as a syntax error. */
  readonly means: Meaning;
  /** What the operator should do, in whole sentences. */
  readonly remedy?: string;
}

export interface Errors {
  /** The first entry that matches an error counts. Without one, it is `lost` if it ended the connection, else `failing`. */
  readonly kinds: readonly ErrorKind[];
  /** Adds to an error what the engine does not say, such as the path of a file, or replaces it by its cause. */
  describe?(error: DriverError): DriverError;
}

export class DatabaseUnavailable extends StorageUnavailable {
  /**
   * @param cause for the log: the driver's message, without the statement and its values
   */
  constructor(
    cause: Error,
    readonly meaning: Failure = 'unavailable',
    readonly mayHaveChanged = false,
  ) {
    const { message } = FAILURES[meaning];
    super(mayHaveChanged ? `${message} The request may have taken effect.` : message, cause);
  }

  get effects(): Effects {
    return FAILURES[this.meaning];
  }

  withUnknownOutcome(): DatabaseUnavailable {
    if (this.mayHaveChanged) return this;
    const cause = new Error(`${this.cause.message.replace(/\.$/, '')}; the change may have taken effect`);
    return new DatabaseUnavailable(cause, this.meaning, true);
  }
}

export function tooLate(mayHaveChanged = false): DatabaseUnavailable {
  const error = new DatabaseUnavailable(new Error('no answer in time'), 'late');
  return mayHaveChanged ? error.withUnknownOutcome() : error;
}

/** Whether the error says nothing about the cause, but only that time or connections ran out. */
export function namesNoCause({ meaning }: DatabaseUnavailable): boolean {
  return ['late', 'crowded', 'unavailable'].includes(meaning);
}

/**
 * Whether another attempt may soon succeed with the same effect. @param isRepeatable whether the work may be done twice
 */
export function mayRepeat(error: unknown, isRepeatable = false): error is DatabaseUnavailable {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { outcome } = error.effects;
  return outcome === 'undone' || (isRepeatable && outcome === 'unknown');
}

export function kindOf({ code, message, fatal }: DriverError, kinds: readonly ErrorKind[]): Omit<ErrorKind, 'codes'> {
  const found = kinds.find(
    ({ codes, says }) =>
      (codes instanceof RegExp ? codes.test(code) : codes.includes(code)) && (says?.test(message) ?? true),
  );
  return found ?? { means: fatal ? 'lost' : 'failing' };
}

/** Returns the error of the application for an error of a driver or of the system, and any other error unchanged. */
export function translate(error: unknown, engine: Errors): unknown {
  const thrown = driverErrorOf(error);
  // The codes of Node.js for a call with wrong parameters begin with ERR_.
  const isReported = error instanceof QueryFailedError || !/^(?:ERR_|$)/.test(thrown.code);
  if (error instanceof DomainError || !isReported) return error;
  const said = engine.describe?.(thrown) ?? thrown;
  const { means, remedy } = kindOf(said, engine.kinds);
  if (means === 'duplicate') {
    return new DomainError('already_exists', 'The database already has an entry with this value.');
  }
  // Errors of TypeORM and of drivers carry the statement and its values, which belong in no log.
  const words = remedy === undefined ? said.message : `${said.message.replace(/\.$/, '')}. ${remedy}`;
  const message = said.code === '' ? words : `${said.code}: ${words}`;
  if (means === 'bug') return new Error(`The database refused a statement. ${message}`);
  const isDenied = 'isDenied' in FAILURES[means];
  return new DatabaseUnavailable(isDenied ? new AccessDenied(message) : new Error(message), means);
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
