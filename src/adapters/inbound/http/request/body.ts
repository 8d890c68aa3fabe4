import type { ServerResponse } from 'node:http';
import { arriving, type ArrivingRequest } from '../arriving-request.js';
import { requireDeadline } from '../../../support/deadline.js';
import { HttpError } from '../http-errors.js';
import { singleHeader, type repeated } from './headers.js';

/** The most parts in which a body may arrive, which are network packets or chunks. Each part costs CPU in node:http. */
export const MAX_PARTS = 1000;

/**
 * Reads the body of the request that this response answers. The body has this media type and at most `limit` bytes.
 * @param limit at most MAX_BODY
 * @throws HttpError `unsupported_media_type`, `payload_too_large`, or `invalid_request` if it breaks off or has too
 * many parts
 */
export async function readBody(response: ServerResponse, type: string, limit: number): Promise<Buffer> {
  const request = arriving(response.req);
  const { 'content-encoding': encoding, 'content-length': length } = request.headers;
  const isPlain = isIdentity(encoding);
  if (!isPlain || !isMediaType(singleHeader(request, 'content-type'), type)) {
    const message = `Send Content-Type: ${type}, with no charset but utf-8, and no Content-Encoding.`;
    // RFC 9110, section 15.5.16, asks for this header if the coding is refused.
    throw new HttpError('unsupported_media_type', message, isPlain ? {} : { 'Accept-Encoding': 'identity' });
  }
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
  const violation = violationOf(request, limit);
  if (violation !== undefined) throw violation;
  // The response ends if the client leaves, and if the server refuses the rest of the body as malformed. The request has
  // no event for the latter.
  if (request.destroyed || response.writableEnded) throw new HttpError('invalid_request', BROKEN_OFF);
  if (!request.complete) await arrival(request, response, limit);
  return request.body;
}

/** Waits until the body is complete. */
async function arrival(request: ArrivingRequest, response: ServerResponse, limit: number): Promise<void> {
  // How long a body may take is up to the server. The request has its whole time when its body is complete.
  const deadline = requireDeadline();
  deadline.suspend();
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const complete = () => resolve(undefined);
  const breakOff = () => reject(new HttpError('invalid_request', BROKEN_OFF));
  const check = () => {
    const violation = violationOf(request, limit);
    if (violation !== undefined) reject(violation);
  };
  request.on('part', check).on('complete', complete).readBody();
  response.on('close', breakOff);
  try {
    await promise;
  } finally {
    request.off('part', check).off('complete', complete);
    response.off('close', breakOff);
    deadline.restart();
  }
}

/** Returns why what has arrived of the body is refused. */
function violationOf({ parts, length }: ArrivingRequest, limit: number): HttpError | undefined {
  if (parts > MAX_PARTS) {
    return new HttpError('invalid_request', `The body must arrive in at most ${MAX_PARTS} parts.`, CLOSE);
  }
  return length > limit ? tooLarge(limit) : undefined;
}

const BROKEN_OFF = 'The body ended before it was complete.';

const CLOSE = { Connection: 'close' };

function tooLarge(limit: number): HttpError {
  return new HttpError('payload_too_large', `The body is larger than ${limit} bytes.`, CLOSE);
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

/**
 * Whether the Content-Type is the wanted one, in UTF-8. Other parameters than `charset` mean nothing to JSON and to
 * forms (RFC 8259, section 11).
 */
function isMediaType(contentType: string | undefined | typeof repeated, wanted: string): boolean {
  if (contentType === wanted) return true; // Most requests have this value, which needs no parsing.
  if (typeof contentType !== 'string') return false;
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
