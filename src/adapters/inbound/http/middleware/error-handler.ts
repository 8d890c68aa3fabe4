import { errorResponse } from '../api/errors.js';
import { reply } from '../api/reply.js';
import type { HttpMiddleware } from '../state.js';

/** Turns whatever is thrown further in into the one shape of an error response. */
export const errorHandler: HttpMiddleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.state.error = error;
    const { status, headers, body } = errorResponse(error);
    reply(ctx, status, body, Object.entries(headers).flat());
  }
};
