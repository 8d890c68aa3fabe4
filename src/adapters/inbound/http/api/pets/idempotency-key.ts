import type { IncomingMessage } from 'node:http';
import { parseItem } from 'structured-headers';
import { HttpError } from '../errors.js';
import { repeated, singleHeader } from '../../request/headers.js';

/** Of the header's value: 255 escaped characters in quotes. Longer ones are not parsed. */
const MAX_LENGTH = 2 + 2 * 255;

const PRINTABLE_ASCII = /^[\x20-\x7E]{1,255}$/;

/**
 * The Idempotency-Key of a request (draft-ietf-httpapi-idempotency-key-header), quoted as a structured-field string
 * (RFC 9651, section 3.3.3) without parameters or bare: 1 to 255 printable ASCII characters, the same key either way.
 * @throws HttpError `invalid_request`
 */
export function readIdempotencyKey(request: IncomingMessage): string | undefined {
  const value = singleHeader(request, 'idempotency-key');
  if (value === undefined) return undefined;
  const isReadable = value !== repeated && value.length <= MAX_LENGTH;
  const key = !isReadable ? undefined : value.startsWith('"') ? unquote(value) : value;
  if (key === undefined || !PRINTABLE_ASCII.test(key)) {
    throw new HttpError(
      'invalid_request',
      'Idempotency-Key must be given once, as 1 to 255 printable ASCII characters, bare or in double quotes.',
    );
  }
  return key;
}

function unquote(value: string): string | undefined {
  try {
    const item = parseItem(value);
    const key: unknown = item[0];
    return typeof key === 'string' && item[1].size === 0 ? key : undefined;
  } catch {
    return undefined;
  }
}
