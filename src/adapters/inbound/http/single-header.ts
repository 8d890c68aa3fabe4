import type { IncomingMessage } from 'node:http';

/** The value of a header that may be sent once: `undefined` where it was not sent, `repeated` where it was sent twice. */
export function singleHeader(request: IncomingMessage, name: string): string | undefined | typeof repeated {
  const values = request.headersDistinct[name];
  if (values === undefined) return undefined;
  return values.length === 1 ? values[0] : repeated;
}

export const repeated = Symbol('repeated');
