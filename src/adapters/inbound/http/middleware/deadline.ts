import { works } from './load.js';
import type { HttpMiddleware } from '../state.js';

/** Answers in time for what takes too long. */
export const deadline: HttpMiddleware = async (ctx, next) => {
  const work = works.get(ctx.req);
  if (work === undefined) {
    await next();
    return;
  }
  ctx.state.work = work;
  await Promise.race([next(), work.overdue]);
};
