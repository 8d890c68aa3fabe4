import { DeadlineExceeded } from '../http-errors.js';
import type { HttpMiddleware } from '../state.js';
import { requireDeadline } from '../../../support/deadline.js';

/**
 * How long after its deadline a request is answered at the latest, in milliseconds. Most waits end at the deadline, with
 * an error that names the cause. A batch may go on for a caller with a later deadline.
 */
const GRACE_MS = 50;

/** Responds with 503 when the deadline of a request has passed. */
export const deadline: HttpMiddleware = async ({ method, state }, next) => {
  const limit = requireDeadline();
  try {
    await limit.race(next(), () => new DeadlineExceeded(method === 'GET' || method === 'HEAD'), GRACE_MS);
  } catch (error) {
    state.isLate = limit.hasPassed;
    throw error;
  }
};
