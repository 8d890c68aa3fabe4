import { HttpError } from '../api/errors.js';
import type { HttpMiddleware } from '../state.js';

/** Brings an absolute-form target (RFC 9112, section 3.2.2) into origin form, and refuses every other form but `*`. */
export const requestTarget: HttpMiddleware = (ctx, next) => {
  if (!ctx.url.startsWith('/') && ctx.url !== '*') ctx.url = originForm(ctx.url);
  return next();
};

/** Whether a path is a monitoring one, which must be answered also when the service is overloaded. */
export function isProbe(path: string): boolean {
  return path === '/livez' || path === '/readyz' || path === '/metrics';
}

function originForm(target: string): string {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new HttpError('invalid_request', 'The request target must be a path, such as /v1/pets.');
  }
  return url.pathname + url.search;
}
