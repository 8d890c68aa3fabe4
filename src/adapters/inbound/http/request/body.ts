import { HttpError } from '../http-errors.js';
import type { ArrivedRequest } from '../state.js';
import { isRepeated } from './headers.js';

/** @throws HttpError `unsupported_media_type` unless the body has this media type */
export function readBody(request: ArrivedRequest, type: string): Buffer {
  const isPlain = isIdentity(request.headers['content-encoding']);
  const isOne = !isRepeated(request, 'content-type');
  if (isPlain && isOne && isMediaType(request.headers['content-type'], type)) return request.body;
  const message = `Send Content-Type: ${type}, with no charset but utf-8, and no Content-Encoding.`;
  // RFC 9110, section 15.5.16, asks for this header if the coding is refused.
  throw new HttpError('unsupported_media_type', message, isPlain ? {} : { 'Accept-Encoding': 'identity' });
}

/** Whether each coding of a Content-Encoding is `identity`, which is none (RFC 9110, section 12.5.3). */
function isIdentity(contentEncoding: string | undefined): boolean {
  if (contentEncoding === undefined) return true;
  const codings = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.every((coding) => coding === '' || coding === 'identity');
}

/**
 * A parameter of a media type, or an empty one, with the white space around it (RFC 9110, section 5.6.6). The class
 * MIMEType of node:util takes time quadratic in white space, and ignores a malformed charset.
 */
const PARAMETER = /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=([\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))?[ \t]*/gy;

/** Other parameters than `charset` mean nothing to JSON and to forms (RFC 8259, section 11). */
function isMediaType(contentType: string | undefined, wanted: string): boolean {
  if (contentType === wanted) return true; // Most requests have this value, which needs no parsing.
  if (contentType === undefined) return false;
  const [type = ''] = contentType.split(';', 1);
  const rest = contentType.slice(type.length);
  const parameters = [...rest.matchAll(PARAMETER)];
  return (
    type.trim().toLowerCase() === wanted &&
    parameters.map(([text]) => text).join('') === rest &&
    parameters.every(([, name, value]) => name?.toLowerCase() !== 'charset' || isUtf8(value))
  );
}

/** Whether a token or a quoted string names UTF-8. Programs also write `utf8`. */
function isUtf8(charset = ''): boolean {
  return /^utf-?8$/i.test(charset.replace(/["\\]/g, ''));
}
