import type { Show } from './views.js';
import { HttpError } from '../errors.js';
import { sendJson } from '../middleware/response.js';
import type { HttpContext, HttpMiddleware } from '../state.js';
import { DomainError, TooManyAttempts, type DomainErrorCode } from '../../../../domain/errors.js';

/** Every `code` that a page can fail with, its status, and the heading of the error page. */
const PAGE_ERRORS = {
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

type PageErrorCode = keyof typeof PAGE_ERRORS;

/** The message of every error with this code. */
const MESSAGE_OF: Partial<Record<PageErrorCode, string>> = {
  invalid_csrf_token:
    'It belongs to an earlier session, or it was submitted from another site. ' +
    'Reload the page and submit the form again. Your browser must accept cookies from this site.',
  // One for every page that is missing: keys and sessions of other accounts do not exist for an account holder.
  not_found: 'This page does not exist, or its content has been removed.',
  internal_error: 'The service failed. Give the request number below to the operator of this service.',
  unavailable: 'The service cannot answer at the moment. Try again shortly.',
};

const HEADERS_OF: Partial<Record<PageErrorCode, Record<string, string>>> = { unavailable: { 'Retry-After': '5' } };

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

/** An error that a page reports. */
export class PageError extends Error {
  override readonly name = 'PageError';

  /** @param message for the person who reads it, unless the code has one of its own */
  constructor(
    readonly code: PageErrorCode,
    message = '',
    readonly headers: Readonly<Record<string, string>> = HEADERS_OF[code] ?? {},
    options?: ErrorOptions,
  ) {
    super(MESSAGE_OF[code] ?? message, options);
  }

  get status(): number {
    return PAGE_ERRORS[this.code].status;
  }
}

/** `error` as a page reports it; an unexpected one without detail. */
export function pageError(error: unknown): PageError {
  if (error instanceof PageError) return error;
  const cause = { cause: error };
  if (error instanceof TooManyAttempts) {
    const seconds = Math.ceil(error.retryAfter / 1000);
    const headers = { 'Retry-After': String(seconds) };
    return new PageError('too_many_attempts', `Try again ${inWords(seconds)}.`, headers, cause);
  }
  if (error instanceof DomainError) return new PageError(PAGE_CODE_OF[error.code], error.message, undefined, cause);
  if (error instanceof HttpError && error.code in PAGE_ERRORS) {
    return new PageError(error.code as PageErrorCode, error.message, error.headers, cause); // just looked up
  }
  return new PageError('internal_error', undefined, undefined, cause);
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60 ? 'in less than a minute' : `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** `same-origin` rather than `no-referrer`, with which browsers send `Origin: null` with the service's own forms. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " + // Pico's icons are data
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
};

/** Answers every error that a later middleware throws with a page, or with JSON if the client prefers that. */
export function pageErrorHandler(show: Show): HttpMiddleware {
  return async (ctx: HttpContext, next) => {
    ctx.set(HEADERS);
    try {
      await next();
    } catch (error) {
      const reported = pageError(error);
      const { code, status, message } = reported;
      ctx.state.error = reported;
      ctx.status = status;
      ctx.set(reported.headers);
      if (prefersJson(ctx)) {
        sendJson(ctx, JSON.stringify({ code, message, status }));
      } else {
        show(ctx, 'error', { heading: PAGE_ERRORS[code].heading, message, requestId: ctx.state.requestId });
      }
    }
  };
}

/** Negotiation sorts the ranges of Accept; a longer header than any browser sends gets a page. */
const ACCEPT_MAX_LENGTH = 1000;

function prefersJson(ctx: HttpContext): boolean {
  return ctx.get('Accept').length <= ACCEPT_MAX_LENGTH && ctx.accepts('html', 'json') === 'json';
}
