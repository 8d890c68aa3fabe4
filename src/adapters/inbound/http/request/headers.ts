import type { IncomingMessage } from 'node:http';
import { HttpError } from '../http-errors.js';
import type { HttpContext } from '../state.js';

/** Whether a header has several lines. node:http keeps only the first one of some headers. @param name in lower case */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let count = 0;
  // Names and values in turn. `headersDistinct` sorts every header, which takes much of the time of a small request.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at];
    if (each?.length === name.length && each.toLowerCase() === name) count++;
  }
  return count > 1;
}

/** In characters. Each media range costs time to parse; browsers send about 130 characters. */
export const MAX_ACCEPT = 1024;

/** A parameter of a media range other than its weight (RFC 9110, section 12.4.2). */
const PARAMETER_OF_RANGE = /;[ \t]*(?!q=)[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*")/gi;

/**
 * Requires that the client accepts JSON (RFC 9110, section 12.5.1). Parameters mean nothing to JSON (RFC 8259, section
 * 11), so `application/json;odata.metadata=minimal` accepts it.
 * @throws HttpError `not_acceptable`, or `invalid_request` for an Accept that is too long
 */
export function acceptJson(ctx: HttpContext): void {
  const { accept = '' } = ctx.req.headers;
  if (accept === '*/*' || accept === 'application/json') return; // These values need no parsing.
  if (accept.length > MAX_ACCEPT) {
    throw new HttpError('invalid_request', `Accept must be at most ${MAX_ACCEPT} characters long.`);
  }
  if (/^[ \t,]*$/.test(accept)) return; // A list without elements means the same as no list (RFC 9110, section 5.6.1.2).
  ctx.req.headers.accept = accept.replace(PARAMETER_OF_RANGE, ''); // Koa reads it from there.
  if (ctx.accepts('application/json') === false) {
    throw new HttpError('not_acceptable', 'This resource is application/json; Accept must include that type.');
  }
}

/** A structured-field string without parameters (RFC 9651, section 3.3.3), in which a backslash escapes `"` and `\`. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

const PRINTABLE_ASCII = /^[\x20-\x7E]{1,255}$/;

/**
 * Reads the Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): a structured-field string, or bare if it has
 * no comma. A proxy makes one line of two, with a comma between them (RFC 9110, section 5.3).
 * @throws HttpError `invalid_request`
 */
export function readIdempotencyKey(request: IncomingMessage): string | undefined {
  if (request.headers['idempotency-key'] === undefined) return undefined;
  const [key = '', ...others] = new Set(request.headersDistinct['idempotency-key']?.map(unquoted));
  if (others.length > 0 || !PRINTABLE_ASCII.test(key)) {
    throw new HttpError(
      'invalid_request',
      'Idempotency-Key must be one value of 1 to 255 printable ASCII characters, in double quotes, or bare without a comma.',
    );
  }
  return key;
}

/** Returns the key that a value stands for, or an empty text, which is no key, for a malformed value. */
function unquoted(value: string): string {
  if (value.startsWith('"')) return QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? '';
  return value.includes(',') ? '' : value;
}
