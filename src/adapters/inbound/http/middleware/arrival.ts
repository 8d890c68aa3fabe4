import type { HttpMiddleware } from '../state.js';
import { Cohort } from '../../../support/cohort.js';

/** Lets requests that arrive in one turn of the event loop go on together (docs/adr/0025). */
export function arrival(): HttpMiddleware {
  const arrivals = new Cohort();
  return (ctx, next) => {
    ctx.state.arrivedAt = performance.now();
    // A body in chunks does not wait here either; server/connections.ts gives the reason.
    return ctx.get('Transfer-Encoding') === '' ? arrivals.enter(next) : next();
  };
}
