import type { IncomingMessage } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** What the client calls the request, where that may be repeated to it and to the log. */
export function requestIdOf({ headers }: IncomingMessage): string | undefined {
  const wanted = headers['x-request-id'];
  return typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : undefined;
}
