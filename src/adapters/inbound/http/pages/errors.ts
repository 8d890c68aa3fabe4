import { HttpError } from '../api/errors.js';
import { DomainError, TooManyAttempts, type DomainErrorCode } from '../../../../domain/errors.js';

/** Every `code` that a page can fail with, its status, and the heading of the error page. */
export const PAGE_ERRORS = {
  invalid_request: { status: 400, heading: 'Bad request' },
  bad_form: { status: 400, heading: 'Invalid form' },
  invalid_csrf_token: { status: 403, heading: 'The form has expired' },
  sign_up_closed: { status: 403, heading: 'Sign-up is closed' },
  sign_in_failed: { status: 403, heading: 'Sign-in failed' },
  not_found: { status: 404, heading: 'Page not found' },
  method_not_allowed: { status: 405, heading: 'Method not allowed' },
  payload_too_large: { status: 413, heading: 'The form is too large' },
  unsupported_media_type: { status: 415, heading: 'Invalid form' },
  invalid: { status: 422, heading: 'Invalid input' },
  too_many_attempts: { status: 429, heading: 'Too many attempts' },
  internal_error: { status: 500, heading: 'Something went wrong' },
  unavailable: { status: 503, heading: 'Temporarily unavailable' },
} as const;

export type PageErrorCode = keyof typeof PAGE_ERRORS;

/** How the pages report the core's errors. */
const PAGE_CODE_OF: Record<DomainErrorCode, PageErrorCode> = {
  invalid: 'invalid',
  not_found: 'not_found',
  already_exists: 'internal_error', // SignUp does not report it
  operation_removed: 'internal_error', // no page calls an operation that ends
  api_key_invalid: 'internal_error', // no page takes an API key
  sign_in_failed: 'sign_in_failed',
  too_many_attempts: 'too_many_attempts',
  idempotency_key_reused: 'internal_error', // no page takes an idempotency key
  unavailable: 'unavailable',
};

/** The value of Retry-After when the service is unavailable, in seconds. */
const RETRY_AFTER = '5';

/** An error that a page reports; the message is for the person who reads it. */
export class PageError extends Error {
  override readonly name = 'PageError';

  constructor(
    readonly code: PageErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return PAGE_ERRORS[this.code].status;
  }
}

/** `error` as a page reports it; an unexpected one without detail. */
export function pageError(error: unknown): PageError {
  if (error instanceof PageError) return error;
  if (error instanceof HttpError) return pageErrorOf(error);
  const code = error instanceof DomainError ? PAGE_CODE_OF[error.code] : 'internal_error';
  const cause = { cause: error };
  switch (code) {
    case 'internal_error':
      return new PageError(
        code,
        'The service failed. Give the request number below to the operator of this service.',
        {},
        cause,
      );
    case 'not_found':
      return pageNotFound(cause);
    case 'unavailable':
      return new PageError(
        code,
        'The service cannot answer at the moment. Try again shortly.',
        { 'Retry-After': RETRY_AFTER },
        cause,
      );
    case 'too_many_attempts': {
      const seconds = error instanceof TooManyAttempts ? Math.ceil(error.retryAfter / 1000) : 1;
      return new PageError(code, `Try again ${inWords(seconds)}.`, { 'Retry-After': String(seconds) }, cause);
    }
    default:
      return new PageError(code, error instanceof Error ? error.message : '', {}, cause);
  }
}

/** What a middleware that the API shares has refused. */
function pageErrorOf(error: HttpError): PageError {
  const { code, message, headers } = error;
  if (code === 'not_found') return pageNotFound({ cause: error });
  return new PageError(code in PAGE_ERRORS ? (code as PageErrorCode) : 'internal_error', message, headers); // just looked up
}

/** One text for every page that is missing: keys and sessions of other accounts do not exist for an account holder. */
export function pageNotFound(options?: ErrorOptions): PageError {
  return new PageError('not_found', 'This page does not exist, or its content has been removed.', {}, options);
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60 ? 'in less than a minute' : `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
