import type { IncomingMessage } from 'node:http';

/**
 * The value of a header that may be sent once: `undefined` if it is absent, `repeated` if it was sent twice.
 * @param name in lower case
 */
export function singleHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined | typeof repeated {
  let value: string | undefined;
  // Names and values in turn. Cheaper than headersDistinct, which sorts every header of the request.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at];
    if (each?.length !== name.length || each.toLowerCase() !== name) continue;
    if (value !== undefined) return repeated;
    value = rawHeaders[at + 1];
  }
  return value;
}

export const repeated = Symbol('repeated');
