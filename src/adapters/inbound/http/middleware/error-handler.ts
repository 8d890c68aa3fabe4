import { errorResponse } from '../api/errors.js';
import { JSON_TYPE } from './standard-headers.js';
import type { HttpMiddleware } from '../state.js';

/** Turns whatever is thrown further in into the one shape of an error response. */
export const errorHandler: HttpMiddleware = async (ctx, next) => {
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
