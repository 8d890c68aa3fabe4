import { errorResponse } from '../api/errors.js';
import { JSON_TYPE } from './standard-headers.js';
import type { HttpMiddleware } from '../state.js';

/** Answers every error that a later middleware throws in the one shape of an error response. */
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
