import type { ServerResponse } from 'node:http';
import { arriving } from '../arriving-request.js';
import { requireDeadline } from '../../../support/deadline.js';
import { HttpError } from '../errors.js';
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
  const request = response.req;
  const { 'content-encoding': encoding, 'content-length': length } = request.headers;
  if (encoding !== undefined || !isMediaType(singleHeader(request, 'content-type'), type)) {
    const message = `Send Content-Type: ${type}, with no parameter but charset=utf-8, and no Content-Encoding.`;
    // RFC 9110, section 15.5.16, asks for this header if the coding is refused.
    const headers = encoding === undefined ? {} : { 'Accept-Encoding': 'identity' };
    throw new HttpError('unsupported_media_type', message, headers);
  }
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
  // How long a body may take is up to the server. The request has its whole time when its body is complete.
  const deadline = requireDeadline();
  deadline.suspend();
  return receive(response, limit).finally(() => deadline.restart());
}

/** Resolves to the body when it is complete. */
function receive(response: ServerResponse, limit: number): Promise<Buffer> {
  const request = arriving(response.req);
  return new Promise((resolve, reject) => {
    const settle = (error?: HttpError) => {
      request.off('part', check).off('end', settle);
      response.off('close', breakOff);
      if (error === undefined) resolve(request.body);
      else reject(error);
    };
    const breakOff = () => settle(new HttpError('invalid_request', 'The body ended before it was complete.'));
    const check = () => {
      if (request.parts > MAX_PARTS) {
        settle(new HttpError('invalid_request', `The body must arrive in at most ${MAX_PARTS} parts.`, CLOSE));
      } else if (request.length > limit) settle(tooLarge(limit));
    };
    // The response ends if the client leaves, and if the server refuses the rest of the body as malformed. The request
    // has no event for the latter.
    if (request.destroyed || response.writableEnded) breakOff();
    else {
      request.on('part', check).on('end', settle).readBody();
      response.on('close', breakOff);
      check();
    }
  });
}

const CLOSE = { Connection: 'close' };

function tooLarge(limit: number): HttpError {
  return new HttpError('payload_too_large', `The body is larger than ${limit} bytes.`, CLOSE);
}

/**
 * Whether the Content-Type is the wanted one. It may have one parameter, charset=utf-8, and empty ones, with white
 * space around them (RFC 9110, section 5.6.6).
 */
function isMediaType(contentType: string | undefined | typeof repeated, wanted: string): boolean {
  if (typeof contentType !== 'string') return false;
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.filter((parameter) => parameter !== '');
  return type === wanted && given.length <= 1 && given.every((each) => /^charset=(?:utf-8|"utf-8")$/.test(each));
}
