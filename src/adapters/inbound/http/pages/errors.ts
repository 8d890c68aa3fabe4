import { DomainError, TooManyAttempts, type DomainErrorCode } from '../../../../domain/errors.js';

/** Every way in which a page can refuse or fail: the status, and the heading of the page that says so. */
export const PAGE_ERRORS = {
  bad_form: { status: 400, heading: 'The form could not be read' },
  forged_form: { status: 403, heading: 'The form is out of date' },
  sign_up_closed: { status: 403, heading: 'Sign-up is closed' },
  sign_in_failed: { status: 403, heading: 'That did not match' },
  not_found: { status: 404, heading: 'Page not found' },
  method_not_allowed: { status: 405, heading: 'That cannot be done here' },
  form_too_large: { status: 413, heading: 'The form is too large' },
  unsupported_media_type: { status: 415, heading: 'The form could not be read' },
  invalid: { status: 422, heading: 'That is not possible' },
  too_many_attempts: { status: 429, heading: 'Too many tries' },
  internal_error: { status: 500, heading: 'Something went wrong' },
  unavailable: { status: 503, heading: 'Back in a moment' },
} as const;

export type PageErrorCode = keyof typeof PAGE_ERRORS;

/** How the core's refusals read on a page. */
const PAGE_CODE_OF: Record<DomainErrorCode, PageErrorCode> = {
  invalid: 'invalid',
  not_found: 'not_found',
  already_exists: 'internal_error', // no page adds what could be there already
  operation_removed: 'internal_error', // no page calls what could be removed
  api_key_invalid: 'internal_error', // no page takes an API key
  sign_in_failed: 'sign_in_failed',
  too_many_attempts: 'too_many_attempts',
  idempotency_key_reused: 'internal_error', // no page takes an idempotency key
  unavailable: 'unavailable',
};

/** What a browser waits before it asks an unavailable service again, in seconds. */
const RETRY_AFTER = '5';

/** A request that a page refused, or that failed in a foreseen way; the message is for the person to read. */
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

/** `error` in the words of a page; what is neither the core's nor a page's is told without detail. */
export function pageError(error: unknown): PageError {
  if (error instanceof PageError) return error;
  const code = error instanceof DomainError ? PAGE_CODE_OF[error.code] : 'internal_error';
  const cause = { cause: error };
  switch (code) {
    case 'internal_error':
      return new PageError(
        code,
        'This is our fault, not yours. Quote the number below to whoever runs the service.',
        {},
        cause,
      );
    case 'not_found':
      return pageNotFound(cause);
    case 'unavailable':
      return new PageError(
        code,
        'The service cannot answer just now. Try again shortly.',
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

/** Says nothing of why: to an account holder, other accounts' keys do not exist. */
export function pageNotFound(options?: ErrorOptions): PageError {
  return new PageError('not_found', 'There is no such page, or what it was about is gone.', {}, options);
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60 ? 'in less than a minute' : `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
