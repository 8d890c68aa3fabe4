import { errorResponse } from '../http-errors.js';
import { JSON_TYPE, STANDARD_HEADERS } from '../protocol.js';
import type { HttpContext, HttpMiddleware } from '../state.js';

export function response(sendError: (ctx: HttpContext, error: unknown) => void): HttpMiddleware {
  return async (ctx, next) => {
    for (const [name, value] of STANDARD_HEADERS) ctx.res.setHeader(name, value);
    try {
      await next();
    } catch (error) {
      sendError(ctx, error);
    }
  };
}

export function sendErrorJson(ctx: HttpContext, error: unknown): void {
  const { status, headers, body } = errorResponse(error);
  ctx.state.error = error;
  ctx.status = status;
  ctx.set(headers);
  sendJson(ctx, body);
}

export function sendJson(ctx: HttpContext, body: string | Buffer): void {
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = body;
}
