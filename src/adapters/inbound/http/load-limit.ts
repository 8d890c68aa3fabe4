import { Work, type Load } from './load.js';
import { isProbe } from './request-line.js';
import type { HttpMiddleware } from './state.js';

/** Refuses at once what is too much, and answers in time for what takes too long. Probes are always let through. */
export function limitLoad(load: Load): HttpMiddleware {
  return async (ctx, next) => {
    if (isProbe(ctx.path)) {
      await next();
      return;
    }
    const work = new Work(load, ctx.req.complete);
    work.begin();
    ctx.state.work = work;
    try {
      await Promise.race([next(), work.overdue]);
    } finally {
      work.end();
    }
  };
}
