import type { HttpMiddleware } from '../state.js';
import { DomainError } from '../../../../domain/errors.js';

export type Phase = 'starting' | 'serving' | 'draining';

export interface Status {
  readonly phase: Phase;
}

/** Responds with 503 until the store is prepared. Requests that arrive while the service drains are still served. */
export function availability(status: Status): HttpMiddleware {
  return (_, next) => {
    if (status.phase === 'starting')
      throw new DomainError('unavailable', 'The service is starting; try again shortly.');
    return next();
  };
}
