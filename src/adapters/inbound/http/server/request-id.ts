import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The X-Request-Id of a request if it is valid: safe to repeat in the response and in the log. Otherwise a new one. */
export function requestIdOf(request: IncomingMessage | undefined): string {
  const wanted = request?.headers['x-request-id'];
  return typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : randomUUID();
}
