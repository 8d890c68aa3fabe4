/** Why an operation failed. Each inbound adapter maps the codes to errors of its own. */
export type DomainErrorCode =
  | 'invalid' // A value breaks a rule; the message names every offending property and its rule.
  | 'not_found'
  | 'already_exists'
  | 'operation_removed'
  | 'api_key_invalid' // The key is malformed, unknown, revoked or expired; the error does not disclose which.
  | 'sign_in_failed' // The email or the password is wrong; the error does not disclose which.
  | 'too_many_attempts' // The error is always a TooManyAttempts.
  | 'idempotency_key_reused' // The key was used before to add another animal.
  | 'unavailable'; // The database cannot be reached or cannot answer now; the same request may succeed later.

/** A rule that a property breaks, such as `{ property: 'name', message: 'must not contain control characters' }`. */
export interface Violation {
  /** The name of the property. It is empty if the message names what is wrong by itself. */
  readonly property: string;
  /** A phrase that follows the name of the property. */
  readonly message: string;
}

export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function hasCode(error: unknown, ...codes: DomainErrorCode[]): error is DomainError {
  return error instanceof DomainError && codes.includes(error.code);
}

export class TooManyAttempts extends DomainError {
  /** @param retryAfter the time to wait in milliseconds, above 0 */
  constructor(readonly retryAfter: number) {
    super('too_many_attempts', 'Too many attempts; try again later.');
  }
}

export class InvalidInput extends DomainError {
  /** @param violations the rules that the input breaks, at least one */
  constructor(readonly violations: readonly Violation[]) {
    super('invalid', `${violations.map(({ property, message }) => `${property} ${message}`.trim()).join('; ')}.`);
  }
}
