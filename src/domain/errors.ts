/** Why an operation of the core failed. Each inbound adapter (HTTP, command line, web pages) maps the codes to its own errors. */
export const DOMAIN_ERROR_CODES = [
  'invalid', // a value breaks a rule; the message names every offending member and says what would be right
  'not_found',
  'already_exists',
  'operation_removed',
  'api_key_invalid', // malformed, unknown, revoked or expired; which of these is never disclosed
  'sign_in_failed', // the email or the password is wrong; which of them is never disclosed
  'too_many_attempts', // always a TooManyAttempts
  'idempotency_key_reused', // for another animal
  'unavailable', // the store cannot be reached or cannot answer now; the same request may succeed later
] as const;

export type DomainErrorCode = (typeof DOMAIN_ERROR_CODES)[number];

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

export class TooManyAttempts extends DomainError {
  /** @param retryAfter in milliseconds, above 0. */
  constructor(readonly retryAfter: number) {
    super('too_many_attempts', 'There were too many attempts; wait a little before the next.');
  }
}

/** Throws `invalid` naming every violation in one message; does nothing when there is none. */
export function rejectViolations(violations: readonly string[]): void {
  if (violations.length > 0) throw new DomainError('invalid', `${violations.join('; ')}.`);
}
