import { MAX_HEADER_FIELDS } from './protocol.js';
import { DomainError, type DomainErrorCode } from '../../../domain/errors.js';

export const API_STATUS_OF = {
  invalid_request: 400,
  malformed_json: 400,
  api_key_missing: 401,
  api_key_invalid: 401,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  operation_removed: 410,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;

/** The status of every `code`, including those that only pages use. The API and the pages share this table. */
const STATUS_OF = {
  ...API_STATUS_OF,
  bad_form: 400,
  cross_origin_form: 403,
  sign_in_failed: 403,
  other_account: 409,
  invalid_input: 422,
  too_many_attempts: 429,
} as const;

export type HttpErrorCode = keyof typeof STATUS_OF;

const CHALLENGE = 'Bearer realm="animal-store"';

// The headers that every error with this code carries (RFC 6750, section 3, and RFC 9110, section 10.2.3).
const HEADERS_OF: Partial<Record<HttpErrorCode, Record<string, string>>> = {
  api_key_missing: { 'WWW-Authenticate': CHALLENGE },
  api_key_invalid: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` },
  unavailable: { 'Retry-After': '1' }, // The value is in seconds.
};

/** An error that exists only in HTTP, such as one about methods, media types or syntax. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly code: HttpErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/**
 * Returns the refusal of a request whose head is too large. Since version 24 Node.js refuses too many fields itself.
 */
export function headersTooLarge(): HttpError {
  const message = `The target and the headers must have at most 16 KiB and ${MAX_HEADER_FIELDS} fields.`;
  return new HttpError('headers_too_large', message, { Connection: 'close' });
}

/** The error of a request that is refused with 503, because too many wait. */
export class Overloaded extends DomainError {
  constructor() {
    super('unavailable', 'The service is overloaded; try again shortly.');
  }
}

/** The error of a request whose work has not ended by its deadline. @param isRead whether the request changes nothing */
export class DeadlineExceeded extends DomainError {
  constructor(isRead: boolean) {
    const effect = isRead ? 'Try again shortly.' : 'The request may have taken effect.';
    super('unavailable', `The service did not answer in time. ${effect}`);
  }
}

/** These messages name parts of an HTTP request. They replace messages of the core, which knows nothing of HTTP. */
const MESSAGE_OF: Partial<Record<DomainErrorCode, string>> = {
  operation_removed:
    'Fetching one animal was removed on 5 December 2030; list animals with GET /v1/pets and its status filter instead.',
  idempotency_key_reused: 'This Idempotency-Key was used before to add another animal; use a new key for a new animal.',
};

/** The `body` is the specification's Error. An unexpected error becomes `internal_error` without details. */
export function errorResponse(error: unknown) {
  const { code, message, headers } = describe(error);
  const status = STATUS_OF[code];
  return {
    code,
    message,
    status,
    headers: { ...HEADERS_OF[code], ...headers },
    body: JSON.stringify({ code, message, status }),
  };
}

function describe(error: unknown): Pick<HttpError, 'code' | 'message'> & Partial<Pick<HttpError, 'headers'>> {
  if (error instanceof HttpError) return error;
  // A page that adds something unique answers `already_exists` itself, so here it is a bug.
  if (error instanceof DomainError && error.code !== 'already_exists') {
    const code = error.code === 'invalid' ? 'invalid_request' : error.code;
    return { code, message: MESSAGE_OF[error.code] ?? error.message };
  }
  return {
    code: 'internal_error',
    message: 'The service failed; quote the X-Request-Id of this response to its operator.',
  };
}
