import { DomainError } from '../../../domain/errors.js';

/** Another row has this unique value. */
export class DuplicateError extends DomainError {
  constructor() {
    super('already_exists', 'The store holds this already.');
  }
}

/** The store refused a statement because its user lacks a right. The message names the user, the right and the table. */
export class MissingRightError extends Error {
  override readonly name = 'MissingRightError';
}

const UNAVAILABLE = 'The store cannot be reached; try again shortly.';

/** @param cause for the log: the driver's message, without the statement and its values. */
export function unavailable(cause: Error): DomainError {
  return new DomainError('unavailable', UNAVAILABLE, { cause });
}

/** The same for a fault that stays until an operator removes it. */
export function unusable(cause: Error): DomainError {
  const message = 'The store cannot be used until an operator corrects its address or what it names.';
  return new DomainError('unavailable', message, { cause });
}

/** `unavailable` for a cause that may pass within moments: another attempt may succeed. */
export class TransientError extends DomainError {
  /** @param endsConnection whether the connection is lost, or leads to a server that is read-only */
  constructor(
    override readonly cause: Error,
    readonly outcome: 'undone' | 'unknown',
    readonly endsConnection = false,
  ) {
    super('unavailable', UNAVAILABLE, { cause });
  }
}

/** Whether nothing of the call stays, so that any call may be made again. */
export function isUndone(error: unknown): boolean {
  return error instanceof TransientError && error.outcome === 'undone';
}
