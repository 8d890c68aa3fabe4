import { DomainError, type DomainErrorCode } from '../../../domain/errors.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers of every response; a route that serves something other than JSON replaces some of them. */
export const STANDARD_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

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
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;

/** The status of every `code` that an error can carry: the one table for the API and the pages. */
const STATUS_OF = {
  ...API_STATUS_OF,
  bad_form: 400,
  cross_origin_form: 403,
  sign_up_closed: 403,
  sign_in_failed: 403,
  invalid_input: 422,
  too_many_attempts: 429,
} as const;

export type HttpErrorCode = keyof typeof STATUS_OF;

/** The code on the wire of an error of the core: most have the same name. The pages report `invalid` as `invalid_input`. */
export function httpCodeOf(code: DomainErrorCode): HttpErrorCode {
  if (code === 'invalid') return 'invalid_request';
  return code === 'already_exists' ? 'internal_error' : code; // no operation here adds an object with a unique name
}

const CHALLENGE = 'Bearer realm="animal-store"';

// Headers that every error with this code carries: RFC 6750, section 3, and RFC 9110, section 10.2.3.
const HEADERS_OF: Partial<Record<HttpErrorCode, Record<string, string>>> = {
  api_key_missing: { 'WWW-Authenticate': CHALLENGE },
  api_key_invalid: { 'WWW-Authenticate': `${CHALLENGE}, error="invalid_token"` },
  unavailable: { 'Retry-After': '1' }, // in seconds
};

/** An error that only HTTP knows: methods, media types, syntax. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly code: HttpErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return STATUS_OF[this.code];
  }
}

/** Messages that name parts of an HTTP request, for errors of the core, which knows none of them. */
const MESSAGE_OF: Partial<Record<DomainErrorCode, string>> = {
  operation_removed:
    'Fetching one animal was removed on 5 December 2030; list animals with GET /v1/pets and its status filter instead.',
  idempotency_key_reused: 'This Idempotency-Key was used before to add another animal; use a new key for a new animal.',
};

/** The response for `error`; `body` is the specification's Error. An unexpected error becomes `internal_error` without detail. */
export function errorResponse(error: unknown) {
  const { code, message, headers } = describe(error);
  const status = STATUS_OF[code];
  return {
    code,
    status,
    headers: { ...HEADERS_OF[code], ...headers },
    body: JSON.stringify({ code, message, status }),
  };
}

function describe(error: unknown): Pick<HttpError, 'code' | 'message'> & Partial<Pick<HttpError, 'headers'>> {
  if (error instanceof HttpError) return error;
  const code = error instanceof DomainError ? httpCodeOf(error.code) : 'internal_error';
  if (error instanceof DomainError && code !== 'internal_error') {
    return { code, message: MESSAGE_OF[error.code] ?? error.message };
  }
  return { code, message: 'The service failed; quote the X-Request-Id of this response to its operator.' };
}
