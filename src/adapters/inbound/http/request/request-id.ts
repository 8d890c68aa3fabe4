import type { IncomingMessage } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The request's X-Request-Id if it is valid: safe to repeat in the response and in the log. */
export function requestIdOf({ headers }: IncomingMessage): string | undefined {
  const wanted = headers['x-request-id'];
  return typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : undefined;
}
