import { DomainError } from '../../../domain/errors.js';

// The errors that every storage reports, on every engine.

/** The error of a change that would repeat a unique value of another row. */
export class DuplicateError extends DomainError {
  constructor() {
    super('already_exists', 'The store already has an entry with this value.');
  }
}

/** The messages for clients when a store cannot answer a call, by the reason. */
const MESSAGES = {
  unreachable: 'The store cannot be reached; try again shortly.',
  late: 'The store did not answer in time: it is busy, or cannot be reached; try again shortly.',
  busy: 'The store is busy: another program holds a lock, or too many calls wait; try again shortly.',
  'read-only': 'The store is read-only for now and accepts no changes; try again shortly.',
  'not writable': 'The store is read-only until its operator makes it writable.',
  'no room': 'The store has no room for changes until its operator makes some; reading still works.',
  unusable: 'The store cannot be used until an operator corrects its address, its database or its user.',
  // Its schema is old, or a copy into it is not finished.
  'not prepared': 'The store is not ready to be used.',
} as const;

export type Reason = keyof typeof MESSAGES;

/** The error of a call that a store cannot answer. It chooses the message that the client gets. */
export class StoreUnavailable extends DomainError {
  /** @param cause for the log: the driver's message, without the statement and its values */
  constructor(
    override readonly cause: Error,
    readonly reason: Reason = 'unreachable',
  ) {
    super('unavailable', MESSAGES[reason], { cause });
  }
}

/** The error of a call whose cause may pass within moments, so that another attempt may succeed. */
export class TransientError extends StoreUnavailable {
  /**
   * @param outcome whether the call had no lasting effect, or whether that is unknown
   * @param endsConnection whether another attempt needs another connection, since this one and older ones will fail
   * again
   */
  constructor(
    cause: Error,
    readonly outcome: 'undone' | 'unknown',
    readonly endsConnection = false,
    reason?: Reason,
  ) {
    super(cause, reason);
  }
}

/** Whether the failed call had no lasting effect, so that any call may be repeated. */
export function isUndone(error: unknown): boolean {
  return error instanceof TransientError && error.outcome === 'undone';
}
