import type { IncomingMessage } from 'node:http';
import { HttpError, JSON_TYPE } from '../errors.js';
import type { HttpContext } from '../state.js';

/**
 * Reads a header that may be sent once. Returns `undefined` if it is absent and `repeated` if it was sent twice.
 * @param name the name of the header in lower case
 */
export function singleHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined | typeof repeated {
  let value: string | undefined;
  // rawHeaders contains names and values in turn. headersDistinct sorts every header, which takes much of the
  // time of a small request.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at];
    if (each?.length !== name.length || each.toLowerCase() !== name) continue;
    if (value !== undefined) return repeated;
    value = rawHeaders[at + 1];
  }
  return value;
}

export const repeated = Symbol('repeated');

/**
 * The longest Accept that is parsed, in characters, because each media range costs time to parse. Browsers send about
 * 130.
 */
export const MAX_ACCEPT = 1024;

/**
 * Requires that the client accepts JSON (RFC 9110, section 12.5.1).
 * @throws HttpError `not_acceptable`, or `invalid_request` for an Accept that is too long
 */
export function acceptJson(ctx: HttpContext): void {
  const { accept = '' } = ctx.req.headers;
  if (accept === '*/*' || accept === 'application/json') return; // These values need no parsing.
  if (accept.length > MAX_ACCEPT) {
    throw new HttpError('invalid_request', `Accept must be at most ${MAX_ACCEPT} characters long.`);
  }
  if (/^[ \t,]*$/.test(accept)) return; // A list without elements means the same as no list (RFC 9110, section 5.6.1.2).
  if (ctx.accepts('application/json', JSON_TYPE) === false) {
    throw new HttpError('not_acceptable', 'This resource is application/json; Accept must include that type.');
  }
}

/** A structured-field string without parameters (RFC 9651, section 3.3.3), in which a backslash escapes `"` and `\`. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

const PRINTABLE_ASCII = /^[\x20-\x7E]{1,255}$/;

/**
 * Reads the Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). It has 1 to 255 printable ASCII characters and
 * is sent bare or as a structured-field string (RFC 9651, section 3.3.3), which makes no difference to the key.
 * @throws HttpError `invalid_request`
 */
export function readIdempotencyKey(request: IncomingMessage): string | undefined {
  const value = singleHeader(request, 'idempotency-key');
  if (value === undefined) return undefined;
  const text = value === repeated ? '' : value;
  const key = text.startsWith('"') ? QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') : text;
  if (key === undefined || !PRINTABLE_ASCII.test(key)) {
    throw new HttpError(
      'invalid_request',
      'Idempotency-Key must be given once, as 1 to 255 printable ASCII characters, bare or in double quotes.',
    );
  }
  return key;
}
