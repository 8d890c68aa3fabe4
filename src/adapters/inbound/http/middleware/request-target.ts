import type { IncomingMessage } from 'node:http';
import { HttpError } from '../api/errors.js';
import { repeated, singleHeader } from '../request/headers.js';
import type { HttpMiddleware } from '../state.js';

/**
 * Refuses what RFC 9112 says a server must refuse and node:http lets through or answers with an empty body: a request
 * without exactly one Host (section 3.2), a target in none of the known forms. Brings an absolute-form target
 * (section 3.2.2) into origin form.
 */
export const requestTarget: HttpMiddleware = (ctx, next) => {
  const { req } = ctx;
  const host = singleHeader(req, 'host');
  if (host === repeated || (host === undefined && req.httpVersion === '1.1')) {
    throw new HttpError('invalid_request', 'Host must be given exactly once.');
  }
  if (!ctx.url.startsWith('/') && ctx.url !== '*') ctx.url = originForm(ctx.url);
  return next();
};

function originForm(target: string): string {
  const url = absoluteForm(target);
  if (url === undefined) throw new HttpError('invalid_request', 'The request target must be a path, such as /v1/pets.');
  return url.pathname + url.search;
}

function absoluteForm(target: string): URL | undefined {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** The path that a request asks for, before anything has looked at it; empty where it names none. */
export function pathOf({ url: target = '' }: IncomingMessage): string {
  if (!target.startsWith('/')) return absoluteForm(target)?.pathname ?? '';
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

/** Whether a path lies in the interface of the specification, below its base address (specification, section 4). */
export function isInterfacePath(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** Whether a path is asked by whoever watches the service, who must get an answer also where nobody else does. */
export function isProbe(path: string): boolean {
  return path === '/livez' || path === '/readyz' || path === '/metrics';
}
