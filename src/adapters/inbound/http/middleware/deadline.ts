import type { HttpMiddleware } from '../state.js';
import { requireDeadline } from '../../../support/deadline.js';
import { DomainError } from '../../../../domain/errors.js';

/**
 * How long after the deadline the response is sent if the work has not ended by itself, in milliseconds. Every wait of
 * the work ends by the deadline, and its error names the cause.
 */
const GRACE_MS = 50;

export class DeadlineExceeded extends DomainError {
  constructor(isRead: boolean) {
    const effect = isRead ? 'Try again shortly.' : 'The request may have taken effect.';
    super('unavailable', `The service did not answer in time. ${effect}`);
  }
}

/** Responds with 503 when the deadline of a request has passed, no matter what the request waits for. */
export const deadline: HttpMiddleware = ({ method }, next) =>
  requireDeadline().race(next(), () => new DeadlineExceeded(method === 'GET' || method === 'HEAD'), GRACE_MS);
