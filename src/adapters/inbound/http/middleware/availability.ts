import type { HttpMiddleware } from '../state.js';
import type { ServiceStatus } from '../status.js';
import { DomainError } from '../../../../domain/errors.js';

/**
 * Refuses every request with 503 until the database is prepared. Requests that arrive while the service drains are still
 * served.
 */
export function availability(status: Readonly<ServiceStatus>): HttpMiddleware {
  return (_, next) => {
    if (status.phase === 'starting')
      throw new DomainError('unavailable', 'The service is starting; try again shortly.');
    return next();
  };
}
