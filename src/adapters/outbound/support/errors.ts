import { DomainError } from '../../../domain/errors.js';

/** Another row has this unique value. */
export class DuplicateError extends DomainError {
  constructor() {
    super('already_exists', 'The store holds this already.');
  }
}

/** Why a store cannot answer a call, as far as a client may know it. */
const MESSAGES = {
  unreachable: 'The store cannot be reached; try again shortly.',
  late: 'The store did not answer in time: it is busy, or cannot be reached; try again shortly.',
  busy: 'The store is busy: another program holds a lock, or too many calls wait; try again shortly.',
  'read-only': 'The store is read-only for now and accepts no changes; try again shortly.',
  'missing right':
    'The store refuses changes until its operator grants the service a right; what it holds can be read.',
  'no room': 'The store has no room for changes until its operator makes some; what it holds can be read.',
} as const;

export type Reason = keyof typeof MESSAGES;

/** The one place where the message of a call that a store cannot answer is chosen. */
export class StoreUnavailable extends DomainError {
  /** @param cause for the log: the driver's message, without the statement and its values */
  constructor(
    override readonly cause: Error,
    readonly reason: Reason = 'unreachable',
  ) {
    super('unavailable', MESSAGES[reason], { cause });
  }
}

/** As `StoreUnavailable`. */
export function unavailable(cause: Error, reason?: Reason): StoreUnavailable {
  return new StoreUnavailable(cause, reason);
}

/** A store that stays unavailable until an operator removes the fault. */
export function unusable(cause: Error): DomainError {
  const message = 'The store cannot be used until an operator corrects its address or what it names.';
  return new DomainError('unavailable', message, { cause });
}

/** The error for a store that answers, and that nothing may use yet: its schema is old, or a copy into it is not finished. */
export function notPrepared(reason: string): DomainError {
  return new DomainError('unavailable', 'The store is not ready to be used.', { cause: new Error(reason) });
}

/** `unavailable` for a cause that may pass within moments: another attempt may succeed. */
export class TransientError extends StoreUnavailable {
  /** @param endsConnection whether another attempt needs another connection, since this one and older ones will fail again */
  constructor(
    cause: Error,
    readonly outcome: 'undone' | 'unknown',
    readonly endsConnection = false,
    reason?: Reason,
  ) {
    super(cause, reason);
  }
}

/** Whether nothing of the call stays, so that any call may be made again. */
export function isUndone(error: unknown): boolean {
  return error instanceof TransientError && error.outcome === 'undone';
}
