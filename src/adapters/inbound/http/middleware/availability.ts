import type { HttpMiddleware } from '../state.js';
import { DomainError } from '../../../../domain/errors.js';

/** The phase of the service's life. */
export type Phase = 'starting' | 'serving' | 'draining';

/** Answers 503 until the store is prepared. Requests that arrive while the service drains are still answered. */
export function availability(phase: () => Phase): HttpMiddleware {
  return (_, next) => {
    if (phase() === 'starting') throw new DomainError('unavailable', 'The service is starting; try again shortly.');
    return next();
  };
}
