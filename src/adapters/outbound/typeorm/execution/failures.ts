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

/** What a failure means for the call, its connection and later writes. */
interface Consequences {
  /** The message for the client, unless the cause has one of its own. */
  readonly message: string;
  /** Absent if another attempt is not likely to succeed soon. */
  readonly outcome?: 'undone' | 'unknown';
  /** Whether the connection must be closed: `alone`, or together with all that were open at the same time. */
  readonly endsConnection?: 'alone' | 'with others';
  /** Whether further writes fail in the same way until an operator corrects something, or another server answers. */
  readonly refusesWrites?: true;
}

const UNREACHABLE = 'The database cannot be reached; try again shortly.';

const BEHAVIOURS = {
  /** Concurrent work made the engine undo the whole transaction. */
  contended: {
    message: 'The database is busy: another program holds a lock, or too many calls wait; try again shortly.',
    outcome: 'undone',
  },
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
  /** The time was used up, or the database takes no further call now. */
  unavailable: { message: UNREACHABLE },
  /**
   * A fault that an operator must correct. The connection is closed, because a session may keep the old value of a
   * setting.
   */
  failing: {
    message: 'The database reports a fault, which its operator finds in the log of the service; try again later.',
    endsConnection: 'alone',
    refusesWrites: true,
  },
} as const satisfies Record<string, Consequences>;

type Behaviour = keyof typeof BEHAVIOURS;

export const WORDS = {
  busy: BEHAVIOURS.contended.message,
  late: 'The database did not answer in time: it is busy, or cannot be reached; try again shortly.',
  notPrepared: 'The database is not ready to be used.',
  notWritable: 'The database is read-only; its operator must make it writable.',
  noRoom: 'The database is full and accepts no changes until its operator frees space; reading still works.',
  noRight: 'The database refuses a statement; its operator must grant the service a right.',
  setting: 'A setting of the database prevents changes; its operator must correct it. Reading still works.',
  tooLarge: 'A setting of the database prevents statements of this size; its operator must correct it.',
  damaged: 'The database is damaged; its operator must restore it.',
  moved:
    'The file of the database was removed, moved or replaced; its operator must restart the service. Reading still works.',
  unusable: 'The database cannot be used; its operator must correct its address, server, name or user.',
} as const;

export interface Cause {
  readonly codes: RegExp;
  /** What the message of the engine says, if the code has several causes. */
  readonly says?: RegExp;
  /** For the client, if the message of the behaviour does not say enough. */
  readonly message?: string;
  /** What the operator should do, in whole sentences. */
  readonly remedy?: string;
  /** Whether the server refuses the user or knows no such database, so that another start changes nothing. */
  readonly isDenied?: true;
}

interface Details {
  /** For the client, if the message of the behaviour does not say enough. */
  readonly message?: string | undefined;
  readonly mayHaveChanged?: true;
}

export type Meaning = Behaviour | 'duplicate' | 'bug';

export class DatabaseUnavailable extends StorageUnavailable {
  readonly consequences: Consequences;

  /**
   * @param cause for the log: the driver's message, without the statement and its values
   */
  constructor(
    cause: Error,
    readonly behaviour: Behaviour = 'unavailable',
    readonly details: Details = {},
  ) {
    super(details.message ?? BEHAVIOURS[behaviour].message, cause);
    this.consequences = BEHAVIOURS[behaviour];
  }

  withUnknownOutcome(): DatabaseUnavailable {
    const message = `${this.message} The request may have taken effect.`;
    const cause = new Error(`${this.cause.message.replace(/\.$/, '')}; the change may have taken effect`);
    return new DatabaseUnavailable(cause, this.behaviour, { ...this.details, message, mayHaveChanged: true });
  }
}

export function tooLate(mayHaveChanged = false): DatabaseUnavailable {
  const error = new DatabaseUnavailable(new Error('no answer in time'), 'unavailable', { message: WORDS.late });
  return mayHaveChanged ? error.withUnknownOutcome() : error;
}

/** Whether the error says nothing about the cause, but only that time or connections ran out. */
export function namesNoCause(error: unknown): error is DatabaseUnavailable {
  return error instanceof DatabaseUnavailable && error.behaviour === 'unavailable';
}

/**
 * Whether another attempt may soon succeed with the same effect. @param isRepeatable whether the work may be done twice
 */
export function mayRepeat(error: unknown, isRepeatable = false): error is DatabaseUnavailable {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { outcome } = error.consequences;
  return outcome === 'undone' || (isRepeatable && outcome === 'unknown');
}

export interface Errors {
  /**
   * Returns the meaning of an error. A bug is only what no state of the database explains, such as a syntax error. An
   * error that the engine's table does not name means `failing`.
   */
  classify(error: DriverError): Meaning;
  /** The first cause that has the code of an error counts. */
  readonly causes: readonly Cause[];
  /** Adds to an error what the engine does not say, such as the path of a file, or replaces it by its cause. */
  describe?(error: DriverError): DriverError;
}

export function causeOf({ code, message }: DriverError, causes: readonly Cause[]): Cause | undefined {
  return causes.find(({ codes, says }) => codes.test(code) && (says?.test(message) ?? true));
}

const LOST = /^(?:EAI_AGAIN|ECONN(?:ABORTED|REFUSED|RESET)|E(?:HOST|NET)(?:DOWN|UNREACH)|ENOTFOUND|EPIPE|ETIMEDOUT)$/;

/** Returns the error of the application for an error of a driver or of the system, and any other error unchanged. */
export function translate(error: unknown, engine: Errors): unknown {
  const thrown = driverErrorOf(error);
  // The codes of Node.js for a call with wrong parameters begin with ERR_.
  const isReported = error instanceof QueryFailedError || !/^(?:ERR_|$)/.test(thrown.code);
  if (error instanceof DomainError || !isReported) return error;
  const said = engine.describe?.(thrown) ?? thrown;
  const meaning = LOST.test(said.code) ? 'lost' : engine.classify(said);
  const { message, remedy, isDenied } = causeOf(said, engine.causes) ?? {};
  const CauseError = isDenied ? AccessDenied : Error;
  // Errors of TypeORM and of drivers carry the statement and its values, which belong in no log.
  const words = remedy === undefined ? said.message : `${said.message.replace(/\.$/, '')}. ${remedy}`;
  const cause = new CauseError(said.code === '' ? words : `${said.code}: ${words}`);
  if (meaning === 'bug') return new Error(`The database refused a statement. ${cause.message}`);
  if (meaning === 'duplicate') {
    return new DomainError('already_exists', 'The database already has an entry with this value.');
  }
  return new DatabaseUnavailable(cause, meaning, { message });
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
