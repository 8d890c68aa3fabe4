import { RateLimiterMemory } from 'rate-limiter-flexible';
import { serializeItem } from 'structured-headers';
import { HttpError } from '../api/errors.js';
import type { HttpMiddleware } from '../state.js';

/** How much one API key may ask of this process. */
export interface RateLimit {
  readonly requests: number;
  /** In seconds, at most a day; begins with the key's first request. */
  readonly period: number;
}

/**
 * Refuses what one API key asks beyond the limit, and tells every caller how much is left, in the fields of
 * draft-ietf-httpapi-ratelimit-headers, version 10.
 */
export function rateLimiting({ requests, period }: RateLimit): HttpMiddleware {
  const counts = new RateLimiterMemory({ keyPrefix: '', points: requests, duration: period });
  const policy = fieldOf({ q: requests, w: period });

  return async (ctx, next) => {
    const { caller } = ctx.state;
    if (caller !== undefined) {
      const { consumedPoints, msBeforeNext } = await counts.penalty(caller.keyPrefix);
      const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
      const left = Math.max(0, requests - consumedPoints);
      ctx.set({ 'RateLimit-Policy': policy, RateLimit: fieldOf({ r: left, t: wait }) });
      if (consumedPoints > requests) {
        throw new HttpError('rate_limited', 'Too many requests; wait for the number of seconds in Retry-After.', {
          'Retry-After': String(wait),
        });
      }
    }
    await next();
  };
}

/** A policy, or what is left of it: a string with parameters, as a structured field (RFC 9651, section 4.1.3). */
function fieldOf(parameters: Record<string, number>): string {
  return serializeItem('default', new Map(Object.entries(parameters)));
}
