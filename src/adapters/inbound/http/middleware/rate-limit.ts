import { RateLimiterMemory } from 'rate-limiter-flexible';
import { callerOf } from './authentication.js';
import { HttpError } from '../errors.js';
import type { HttpMiddleware } from '../state.js';

/** How many requests one account may send to this process with all its API keys. */
export interface RateLimit {
  readonly requests: number;
  /** In seconds, at most a day; begins with the first request of the account. */
  readonly period: number;
}

/** Answers 429 beyond the limit, and reports it in the fields of draft-ietf-httpapi-ratelimit-headers, version 10. */
export function rateLimit({ requests, period }: RateLimit): HttpMiddleware {
  const counts = new RateLimiterMemory({ keyPrefix: '', points: requests, duration: period });
  const policy = `"default";q=${requests};w=${period}`;

  return async (ctx, next) => {
    const { consumedPoints, msBeforeNext } = await counts.penalty(String(callerOf(ctx).accountId));
    const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const left = Math.max(0, requests - consumedPoints);
    ctx.set({ 'RateLimit-Policy': policy, RateLimit: `"default";r=${left};t=${wait}` });
    if (consumedPoints > requests) {
      throw new HttpError('rate_limited', 'Too many requests; wait for the number of seconds in Retry-After.', {
        'Retry-After': String(wait),
      });
    }
    await next();
  };
}
