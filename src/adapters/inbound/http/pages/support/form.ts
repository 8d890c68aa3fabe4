import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FORM_ID_FIELD, OWNER_FIELD } from '../components/form.js';
import { HttpError } from '../../http-errors.js';
import { readBody } from '../../request/body.js';
import { clientOf } from '../../request/client.js';
import type { HttpContext, HttpMiddleware } from '../../state.js';
import type { Violation } from '../../../../../domain/errors.js';
import { isInt64 } from '../../../../../domain/values.js';

/**
 * A missing field counts as empty, and other fields are ignored, because a page of another version may send the form
 * during an upgrade. @throws the errors of `readBody`
 */
export function readForm(fields: readonly string[], trustProxy: number): HttpMiddleware {
  return async ({ req, state }, next) => {
    const body = readBody(req, 'application/x-www-form-urlencoded');
    const form = new URLSearchParams(body.toString());
    state.client = clientOf(req, trustProxy);
    state.form = Object.fromEntries(
      [...fields, OWNER_FIELD, FORM_ID_FIELD].map((field) => [field, form.get(field) ?? '']),
    );
    await next();
  };
}

/** An empty field counts as absent. @param unread receives what is wrong with any other text that is no int64 */
export function readInteger(property: string, text: string, unread: Violation[]): bigint | undefined {
  if (text === '') return undefined;
  const isInteger = /^-?\d+$/.test(text);
  if (isInteger && isInt64(BigInt(text))) return BigInt(text);
  unread.push({ property, message: isInteger ? 'has too many digits' : 'must be a whole number' });
  return undefined;
}

/** Refuses a form that another account has opened. Before 2.2.0 forms named none. @throws HttpError `other_account` */
export function requireOwner({ state: { form, browserSession } }: HttpContext): void {
  const owner = form[OWNER_FIELD] ?? '';
  if (owner === '' || owner === String(browserSession?.account.id)) return;
  const message =
    'Another account had opened this form, so nothing was done. Open its page again if you mean this account.';
  throw new HttpError('other_account', message);
}

/**
 * Identifies a form and what was typed in it. So it acts once, however often it is sent, and again after a change.
 * @throws HttpError `bad_form`
 */
export function formKey({ state: { form } }: HttpContext): string {
  if (form[FORM_ID_FIELD] === '') throw new HttpError('bad_form', 'Open the page of the form again.');
  return `form ${hash('sha256', JSON.stringify(form))}`;
}

/**
 * Refuses a form unless a page of this service sent it (docs/adr/0021).
 * @param publicBaseUrl its host is used when a proxy in front of the service does not pass the Host on
 * @param cookieSecure whether browsers reach the service over TLS only
 */
export function sameOrigin(publicBaseUrl: string | undefined, cookieSecure: boolean): HttpMiddleware {
  const publicUrl = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl);
  const scheme = cookieSecure ? 'https' : 'http';
  return (ctx, next) => {
    const named = URL.parse(`${scheme}://${ctx.get('Host')}`);
    // PUBLIC_BASE_URL knows the scheme and the port of its host, which the request does not name.
    const own = named?.hostname === publicUrl?.hostname ? publicUrl : named;
    if (isSameOrigin(ctx.req, [publicUrl?.origin, own?.origin])) return next();
    throw new HttpError('cross_origin_form', OTHER_ORIGIN);
  };
}

const OTHER_ORIGIN =
  'The browser does not say that a page of this service sent the form. Open the page here, at the https address of ' +
  'the service if it has one, and submit the form again. If that does not help, a proxy in front of the service may ' +
  'add the header "Referrer-Policy: no-referrer", which its operator must change to "same-origin".';

/** The browser sets both headers, and no script can. Over plain HTTP to another machine it sends only Origin. */
function isSameOrigin({ headers }: IncomingMessage, origins: readonly (string | undefined)[]): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  return site === undefined ? origin !== undefined && origins.includes(origin) : site === 'same-origin';
}
