import { errorResponse } from './errors.js';
import type { HttpMiddleware } from './state.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Turns whatever is thrown further in into the one shape of an error response. */
export const errorBoundary: HttpMiddleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.state.error = error;
    const { status, headers, body } = errorResponse(error);
    ctx.status = status;
    ctx.set({ ...headers, 'Content-Type': JSON_TYPE });
    ctx.body = body;
  }
};
