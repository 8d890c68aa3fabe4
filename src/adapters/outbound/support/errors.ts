import { DomainError } from '../../../domain/errors.js';

/** Another row has this unique value. Repositories turn it into `already_exists` or a replay; it goes no further. */
export class DuplicateError extends Error {
  override readonly name = 'DuplicateError';
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

/** `unavailable` because of concurrent work, for which the store undid all of this call: another attempt may succeed. */
export class ContentionError extends DomainError {
  /** @param cause as for `unavailable`. */
  constructor(cause: Error) {
    super('unavailable', UNAVAILABLE, { cause });
  }
}
