import type { Render } from './render.js';
import { ErrorPage } from '../components/error.js';
import type { Fields } from '../components/form-page.js';
import { errorResponse, HttpError, type HttpErrorCode } from '../../http-errors.js';
import { sendErrorJson } from '../../middleware/response.js';
import { MAX_ACCEPT } from '../../request/headers.js';
import type { HttpContext } from '../../state.js';
import { hasCode, InvalidInput, TooManyAttempts, type Violation } from '../../../../../domain/errors.js';

/** The texts of the page that reports an error, by its code. A message here replaces that of the error. */
const TEXTS: Partial<Record<HttpErrorCode, readonly [heading: string, message?: string]>> = {
  invalid_request: ['Bad request'],
  bad_form: ['Invalid form'],
  cross_origin_form: ['Form refused'],
  other_account: ['Another account is signed in'],
  // Every missing page has the same text: keys and sessions of other accounts do not exist for an account holder.
  not_found: ['Page not found', 'This page does not exist, or its content has been removed.'],
  method_not_allowed: ['Method not allowed'],
  uri_too_long: ['The address is too long'],
  headers_too_large: ['The request is too large'],
  unsupported_media_type: ['Invalid form'],
  invalid_input: ['Invalid input'],
  too_many_attempts: ['Too many attempts'],
  rate_limited: ['Too many requests', 'The account has sent too many requests. Wait a while, then try again.'],
  internal_error: ['Something went wrong', 'The service failed. Give the request id below to its operator.'],
  unavailable: ['Temporarily unavailable', 'The service cannot answer at the moment. Try again shortly.'],
};

export function pageError(error: unknown): unknown {
  if (error instanceof TooManyAttempts) {
    const seconds = Math.ceil(error.retryAfter / 1000);
    return new HttpError('too_many_attempts', `Try again ${inWords(seconds)}.`, { 'Retry-After': String(seconds) });
  }
  if (hasCode(error, 'invalid')) return new HttpError('invalid_input', error.message);
  return error;
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60 ? 'in less than a minute' : `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/**
 * Whole sentences, each with the name of a field that people see; `undefined` if the error is not about what was typed.
 */
export function violationsOf(error: unknown, fields: Fields): readonly Violation[] | undefined {
  if (error instanceof InvalidInput) {
    return error.violations.map(({ property, message }) => {
      return { property, message: `The ${fields[property]?.label.toLowerCase() ?? property} ${message}.` };
    });
  }
  if (!hasCode(error, 'invalid', 'sign_in_failed')) return undefined;
  const [first = ''] = Object.keys(fields);
  return [{ property: error.code === 'invalid' ? '' : first, message: error.message }];
}

/** Returns the function that reports an error with a page, or with JSON to a client that does not prefer a page. */
export function pageErrors(render: Render): (ctx: HttpContext, error: unknown) => void {
  return (ctx, error) => {
    const reported = pageError(error);
    if (!prefersPage(ctx)) {
      sendErrorJson(ctx, reported);
      return;
    }
    const { code, message, status, headers } = errorResponse(reported);
    const [heading = 'Something went wrong', text = message] = TEXTS[code] ?? [];
    ctx.state.error = reported;
    ctx.status = status;
    ctx.set(headers);
    render(ctx, ErrorPage, { heading, message: text, requestId: ctx.req.id });
  };
}

/** Whether the client prefers a page to JSON, as a browser does. A client without a preference does not. */
function prefersPage(ctx: HttpContext): boolean {
  return ctx.get('Accept').length <= MAX_ACCEPT && ctx.accepts('json', 'html') === 'html';
}
