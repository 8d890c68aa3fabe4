import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Returns the X-Request-Id of a request if it is valid, which makes it safe to repeat in the response and in the log.
 * Otherwise returns a new one.
 */
export function requestIdOf(request: IncomingMessage | undefined): string {
  const wanted = request?.headers['x-request-id'];
  return typeof wanted === 'string' && REQUEST_ID.test(wanted) ? wanted : randomUUID();
}
