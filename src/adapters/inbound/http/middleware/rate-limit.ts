import { HttpError } from '../http-errors.js';
import type { HttpContext, HttpMiddleware } from '../state.js';
import { PeriodCounter } from '../../../support/period-counter.js';

/** How many requests one account may send to this process, with all its API keys and from its browsers. */
export interface RateLimit {
  readonly requests: number;
  /** The length of a period in seconds, at most a day. A period begins with the first request of the account. */
  readonly period: number;
}

/**
 * Reports the limit in the fields of draft-ietf-httpapi-ratelimit-headers, version 10. It must follow every middleware
 * that finds the account of a request; one without an account is not counted.
 */
export function rateLimit({ requests, period }: RateLimit): HttpMiddleware {
  const counter = new PeriodCounter<bigint>();
  const policy = `"default";q=${requests};w=${period}`;

  function countRequest(ctx: HttpContext, accountId: bigint): void {
    const { count, restMs } = counter.count(accountId, period * 1000);
    const wait = Math.ceil(restMs / 1000);
    const left = Math.max(0, requests - count);
    ctx.set({ 'RateLimit-Policy': policy, RateLimit: `"default";r=${left};t=${wait}` });
    if (count <= requests) return;
    throw new HttpError('rate_limited', 'Too many requests; wait for the number of seconds in Retry-After.', {
      'Retry-After': String(wait),
    });
  }

  return async (ctx, next) => {
    const { caller, browserSession } = ctx.state;
    const accountId = caller?.accountId ?? browserSession?.account.id;
    if (accountId !== undefined) countRequest(ctx, accountId);
    await next();
  };
}
