import { errorResponse } from './errors.js';
import { reply } from './reply.js';
import type { HttpMiddleware } from './state.js';

/** Turns whatever is thrown further in into the one shape of an error response. */
export const errorBoundary: HttpMiddleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.state.error = error;
    const { status, headers, body } = errorResponse(error);
    reply(ctx, status, body, Object.entries(headers).flat());
  }
};
