import { isInterfacePath } from './request-target.js';
import type { HttpMiddleware } from '../state.js';
import { DomainError } from '../../../../domain/errors.js';

/** Where in its life the service is. */
export type Phase = 'starting' | 'serving' | 'draining';

/** Refuses calls of the interface until the store is prepared; what is under way when draining begins is finished. */
export function availability(phase: () => Phase): HttpMiddleware {
  return (ctx, next) => {
    if (phase() === 'starting' && isInterfacePath(ctx.path)) {
      throw new DomainError('unavailable', 'The service is starting; try again shortly.');
    }
    return next();
  };
}
