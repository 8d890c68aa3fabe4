import { PAGE_ERRORS, pageError } from './errors.js';
import type { Show } from './render.js';
import type { PageContext, PageMiddleware } from './state.js';
import { JSON_TYPE } from '../middleware/standard-headers.js';

/** `same-origin` rather than `no-referrer`, with which browsers send `Origin: null` with the service's own forms. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " + // Pico's icons are data
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
};

/** Answers every error that a later middleware throws with a page, or with JSON if the client prefers that. */
export function pageErrorHandler(show: Show): PageMiddleware {
  return async (ctx, next) => {
    ctx.set(HEADERS);
    try {
      await next();
    } catch (error) {
      const { code, status, message, headers } = reportOf(ctx, error);
      ctx.status = status;
      ctx.set(headers);
      if (prefersJson(ctx)) {
        ctx.set('Content-Type', JSON_TYPE);
        ctx.body = JSON.stringify({ code, message, status });
      } else {
        show(ctx, 'error', { heading: PAGE_ERRORS[code].heading, message, requestId: ctx.state.requestId });
      }
    }
  };
}

function reportOf(ctx: PageContext, error: unknown) {
  const report = pageError(error);
  ctx.state.error = report;
  return report;
}

/** Negotiation sorts the ranges of Accept; a longer header than any browser sends gets a page. */
const ACCEPT_MAX_LENGTH = 1000;

function prefersJson(ctx: PageContext): boolean {
  return ctx.get('Accept').length <= ACCEPT_MAX_LENGTH && ctx.accepts('html', 'json') === 'json';
}
