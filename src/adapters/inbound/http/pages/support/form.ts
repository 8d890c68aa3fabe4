import type { IncomingMessage } from 'node:http';
import { OWNER_FIELD } from '../components/form.js';
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
    state.form = Object.fromEntries(fields.map((field) => [field, form.get(field) ?? '']));
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
    'Another account had opened this form, so nothing was done. Submit it again if you mean this account.';
  throw new HttpError('other_account', message);
}

const FORM_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A form acts once, however often it is sent. @throws HttpError `bad_form` */
export function readFormId(once: string): string {
  if (!FORM_ID.test(once)) throw new HttpError('bad_form', 'Open the page of the form again.');
  return `form ${once}`;
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
    throw new HttpError('cross_origin_form', causeOf(ctx.req, own));
  };
}

/** Returns why a form is refused. @param own the address of the service that the request names */
function causeOf({ headers }: IncomingMessage, own: URL | null | undefined): string {
  const { 'sec-fetch-site': site, origin, host } = headers;
  // Over plain HTTP, `no-referrer` makes browsers hide the origin.
  if (site === undefined && origin === 'null') return HIDDEN_ORIGIN;
  return own?.protocol === 'https:' && origin === `http://${host}` ? WITHOUT_TLS : OTHER_ORIGIN;
}

const OTHER_ORIGIN = 'The form was not submitted from a page of this service. Open the page here and submit it again.';
const HIDDEN_ORIGIN =
  'The browser hides from which page the form was submitted: it sent "Origin: null". If a proxy in front of this ' +
  'service adds the header "Referrer-Policy: no-referrer", its operator must remove that line or change it to ' +
  '"Referrer-Policy: same-origin".';
const WITHOUT_TLS =
  'The page was opened over http, and browsers then do not keep the cookie of the sign-in, which is for https only. ' +
  'Open the https address of this service.';

/** The browser sets both headers, and no script can. Over plain HTTP to another machine it sends only Origin. */
function isSameOrigin({ headers }: IncomingMessage, origins: readonly (string | undefined)[]): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  return site === undefined ? origin !== undefined && origins.includes(origin) : site === 'same-origin';
}
