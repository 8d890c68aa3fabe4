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

/** What an error means for the client of the call, and for another attempt. */
interface Meaning {
  /** The message for the client. */
  readonly message: string;
  /**
   * Whether the call had no lasting effect, or whether that is unknown. It is absent if another attempt is not likely
   * to succeed soon.
   */
  readonly outcome?: 'undone' | 'unknown';
  /** Whether the connection must be closed, because another attempt on it would fail again. */
  readonly endsConnection?: true;
  /** Whether the store refuses the writes of every instance although it answers reads. */
  readonly refusesWrites?: true;
}

const UNREACHABLE = 'The store cannot be reached; try again shortly.';
const BUSY = 'The store is busy: another program holds a lock, or too many calls wait; try again shortly.';

/** The faults that make a store unavailable. */
const FAULTS = {
  /**
   * The engine rolled the whole transaction back because of concurrent work, so another attempt may succeed at once.
   */
  contended: { message: BUSY, outcome: 'undone' },
  /** The server accepts no writes: nothing was done, and another connection may do it. */
  'read-only': {
    message: 'The store is read-only for now and accepts no changes; try again shortly.',
    outcome: 'undone',
    endsConnection: true,
  },
  /** There is no connection, or it is closed: nothing was done, and another connection may do it. */
  refused: { message: UNREACHABLE, outcome: 'undone', endsConnection: true },
  /** The engine rolled the transaction back at COMMIT, but another server may have committed it. */
  'rolled back': { message: UNREACHABLE, outcome: 'unknown' },
  /** The connection ended, or is about to, and whether the transaction was committed is unknown. */
  lost: { message: UNREACHABLE, outcome: 'unknown', endsConnection: true },
  /** This process lacks the right to write the file, or its disk became read-only. */
  'not writable': { message: 'The store is read-only until its operator makes it writable.', refusesWrites: true },
  /** The disk, or a quota of it, is full. */
  'no room': {
    message: 'The store has no room for changes until its operator makes some; reading still works.',
    refusesWrites: true,
  },
  /** The user may connect, and lacks a right. */
  'missing right': {
    message: 'The store refuses changes until its operator grants the service a right; reading still works.',
    refusesWrites: true,
  },
  /** The server accepts no further connection or call. */
  busy: { message: BUSY },
  /** The call took longer than its time limit. */
  late: { message: 'The store did not answer in time: it is busy, or cannot be reached; try again shortly.' },
  /** The network, the server or the machine has a fault. */
  unavailable: { message: UNREACHABLE },
  /** The address, the version of the server, the database or the credentials are wrong. */
  unusable: { message: 'The store cannot be used until an operator corrects its address, server, database or user.' },
  /** The schema is old, or a copy into the store is not finished. */
  'not prepared': { message: 'The store is not ready to be used.' },
} as const satisfies Record<string, Meaning>;

/** The meaning of an error of a driver: a fault of the store, or another row that has the same unique value. */
export type Fault = keyof typeof FAULTS | 'duplicate';

/** The error of a call that the store cannot answer. */
export class StoreUnavailable extends DomainError {
  readonly meaning: Meaning;

  /** @param cause for the log: the driver's message, without the statement and its values */
  constructor(
    override readonly cause: Error,
    readonly fault: keyof typeof FAULTS = 'unavailable',
  ) {
    super('unavailable', FAULTS[fault].message, { cause });
    this.meaning = FAULTS[fault];
  }
}

/**
 * Whether another attempt may soon succeed and has the same effect as one attempt. Work that may be repeated at any
 * time is also repeated if the outcome of an attempt is unknown.
 */
export function mayRepeat(error: unknown, isRepeatable = false): boolean {
  const outcome = error instanceof StoreUnavailable ? error.meaning.outcome : undefined;
  return outcome === 'undone' || (isRepeatable && outcome === 'unknown');
}

/** The part of a dialect that explains the errors of the engine. */
export interface Errors {
  /** Returns the meaning of an error; `undefined` for one that only a mistake in the program explains. */
  classify(error: DriverError): Fault | undefined;
  /** Adds to an error what an operator must know, such as the path of a file and the remedy. */
  describe?(error: DriverError): DriverError;
}

/** The codes that Node gives to errors of the network after which a connection is of no further use. */
const LOST = /^(?:EAI_AGAIN|ECONN(?:ABORTED|REFUSED|RESET)|E(?:HOST|NET)(?:DOWN|UNREACH)|ENOTFOUND|EPIPE|ETIMEDOUT)$/;

/** Returns the error of the application for a driver's error, and any other error unchanged. */
export function translate(error: unknown, engine: Errors): unknown {
  if (error instanceof DomainError) return error;
  const thrown = driverErrorOf(error);
  const said = engine.describe?.(thrown) ?? thrown;
  const fault = LOST.test(said.code) ? 'lost' : engine.classify(said);
  if (fault === undefined) {
    // Errors of TypeORM and of drivers carry the statement and its values, which belong in no log.
    return error instanceof QueryFailedError
      ? new Error(`The store refused a statement: ${said.code} ${said.message}`)
      : error;
  }
  if (fault === 'duplicate') {
    return new DomainError('already_exists', 'The store already has an entry with this value.');
  }
  return new StoreUnavailable(new Error(said.code === '' ? said.message : `${said.code}: ${said.message}`), fault);
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
