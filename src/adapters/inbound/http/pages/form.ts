import type { IncomingMessage } from 'node:http';
import { HttpError } from '../errors.js';
import { readBody } from '../request/body.js';
import type { HttpMiddleware } from '../state.js';

/** The largest form, in bytes. */
const FORM_LIMIT = 16 * 1024;

/** Reads exactly these fields, once each, into `ctx.state.form`. @throws HttpError `bad_form`, and as `readBody` does */
export function readForm(fields: readonly string[]): HttpMiddleware {
  return async ({ req, state }, next) => {
    const body = await readBody(req, 'application/x-www-form-urlencoded', FORM_LIMIT);
    const form = decodeForm(body.toString('latin1'));
    if (fields.some((field) => !form?.has(field)) || form?.size !== fields.length) {
      throw new HttpError('bad_form', 'Go back, reload the page and submit the form again.');
    }
    state.form = Object.fromEntries(form);
    await next();
  };
}

/** Pairs with one `=` each, in printable ASCII; or nothing. */
const PAIRS = /^(?:[!-%'-<>-~]*=[!-%'-<>-~]*(?:&[!-%'-<>-~]*=[!-%'-<>-~]*)*)?$/;

/** `undefined` for a text that URLSearchParams would repair: broken escapes, invalid UTF-8 and all but PAIRS. */
function decodeForm(text: string): URLSearchParams | undefined {
  try {
    decodeURIComponent(text);
  } catch {
    return undefined;
  }
  return PAIRS.test(text) ? new URLSearchParams(text) : undefined;
}

/**
 * Refuses a form unless a page of this service sent it (docs/adr/0021).
 * @param publicBaseUrl where browsers reach the service, when a proxy in front does not pass the Host on.
 */
export function sameOrigin(publicBaseUrl: string | undefined): HttpMiddleware {
  const publicOrigin = publicBaseUrl && new URL(publicBaseUrl).origin;
  return (ctx, next) => {
    if (isSameOrigin(ctx.req, publicOrigin)) return next();
    throw new HttpError(
      'cross_origin_form',
      'The form was not submitted from a page of this service. Open the page here and submit it again.',
    );
  };
}

/** The browser sets both headers, and no script can. Over plain HTTP to another machine it sends only Origin. */
function isSameOrigin({ headers }: IncomingMessage, publicOrigin: string | undefined): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === publicOrigin || new URL(origin).host === host?.toLowerCase();
}
